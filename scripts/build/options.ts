/** Options of every part of the build, and the browsers that it targets. */

export type BuildMode = 'production' | 'development';

/** `root` is the project's folder, `outDir` what becomes `dist`; both are absolute. */
export type BuildOptions = { root: string; outDir: string; mode: BuildMode };

/** Browsers since May 2024: ES2022, `:has()`, `<dialog>`, popovers, `light-dark()`. */
export const browsers = { js: 'es2022', css: ['chrome123', 'firefox125', 'safari17.5'] };
