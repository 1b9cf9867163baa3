/** Paths that programs request, also below BASE_PATH. */

export const isProbe = (path: string): boolean => /\/(healthz|readyz|metrics)$/.test(path);
export const isAsset = (path: string): boolean => /\/assets\//.test(path);
