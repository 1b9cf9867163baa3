/** What every part of the build is told, and the browsers it builds for. */

export type BuildMode = 'production' | 'development';

/** `root` is the project's folder, `outDir` what becomes `dist`; both are absolute. */
export type BuildOptions = { root: string; outDir: string; mode: BuildMode };

/** Browsers since 2023: ES2022, `:has()`, `<dialog>`; CSS nesting is lowered. */
export const browsers = { js: 'es2022', css: ['chrome111', 'firefox121', 'safari16.4'] };
