/** Keeps connections to the backend open between calls, so that a page does not wait for a handshake. */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

/** Idle sockets close before the backend closes them during a request; common limits start at 5 s. */
const options = { keepAlive: true, timeout: 4000, maxSockets: 256 };

export const createBackendAgent = (apiUrl: string): Agent =>
  apiUrl.startsWith('https:') ? new SecureAgent(options) : new Agent(options);
