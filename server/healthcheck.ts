/** The container's health check, because the image has no curl. Exits with 0 when the console answers, otherwise with 1. */
import { readSetting } from './platform/settings.ts';

const port = readSetting('PORT', process.env);
const listenHost = readSetting('HOST', process.env);
const address = listenHost === '0.0.0.0' ? '127.0.0.1' : listenHost === '::' ? '::1' : listenHost;
const host = address.includes(':') ? `[${address}]` : address;

try {
  const response = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
