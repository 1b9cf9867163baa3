/** Connections to the backend: kept open between calls, so that a page does not wait for a handshake. */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

/** Idle sockets end before a backend's own limit (5 s is the least that is common) would end them under a request. */
const options = { keepAlive: true, timeout: 4000, maxSockets: 256 };

export const createBackendAgent = (apiUrl: string): Agent =>
  apiUrl.startsWith('https:') ? new SecureAgent(options) : new Agent(options);
