/** The container's health check: exits 0 when the console beside it answers, else 1. The image has no curl. */
import { readConfig } from '../platform/settings.ts';

const { HOST, PORT } = readConfig(process.env);
const address = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
const host = address.includes(':') ? `[${address}]` : address;

try {
  const response = await fetch(`http://${host}:${PORT}/healthz`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
