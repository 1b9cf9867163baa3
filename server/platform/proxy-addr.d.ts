/** The part of proxy-addr that we use: the package has no types. */
declare module 'proxy-addr' {
  /** Throws a `TypeError` for a name or an address that it does not know. */
  export function compile(addresses: string[]): (address: string, hop: number) => boolean;
}
