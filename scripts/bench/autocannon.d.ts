/** Types of the part of autocannon that we use. The package has none. */
declare module 'autocannon' {
  type Options = {
    url: string;
    connections: number;
    headers: Record<string, string>;
    requests?: { path: string }[];
    amount?: number;
    /** Seconds until a reply counts as an error; 10 by default. */
    timeout?: number;
    /** Seconds. */
    duration?: number;
  };
  type Result = {
    '2xx': number;
    non2xx: number;
    /** Responses that did not end. */
    errors: number;
    requests: { average: number };
  };
  export default function autocannon(options: Options): Promise<Result>;
}
