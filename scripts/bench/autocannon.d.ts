/** Types of the used part of autocannon, which has none. */
declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers: Record<string, string> };
  type Result = {
    '2xx': number;
    non2xx: number;
    errors: number;
    requests: { average: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
  };
  export default function autocannon(options: Options): Promise<Result>;
}
