/** The files that reports need besides code. The build copies them beside the bundle. */
import { createRequire } from 'node:module';
import path from 'node:path';

/** The name in the bundle's folder, with the file in its package. */
export const reportAssets = {
  'noto-sans.ttf': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans-bold.ttf': '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
} as const;

const isBundled = path.extname(import.meta.filename) === '.js';

export const assetFile = (name: keyof typeof reportAssets): string =>
  isBundled ? path.join(import.meta.dirname, name) : createRequire(import.meta.url).resolve(reportAssets[name]);
