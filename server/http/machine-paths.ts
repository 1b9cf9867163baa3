/** Addresses that machines ask for, not people: below BASE_PATH too. */

export const isProbe = (path: string): boolean => /\/(healthz|readyz|metrics)$/.test(path);
export const isAsset = (path: string): boolean => /\/assets\//.test(path);
