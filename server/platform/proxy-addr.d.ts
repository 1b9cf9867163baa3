/** Types of the part of proxy-addr that we use. The package has none. */
declare module 'proxy-addr' {
  /** Throws a `TypeError` for an unknown name or an invalid address. */
  export function compile(addresses: string[]): (address: string, hop: number) => boolean;
}
