/** Addresses that programs request rather than people, also under BASE_PATH. */

export const isProbe = (path: string): boolean => /\/(healthz|readyz|metrics)$/.test(path);
export const isAsset = (path: string): boolean => /\/assets\//.test(path);
