// Proves: sign-in#sessions
import { mock } from 'node:test';
import type { BackendClient, Caller } from '../backend-link/backend-client.ts';
import { createRefresher } from './refresher.ts';

const caller = { cookie: 'access_token=a1; refresh_token=r1' } as Caller;

test('a failed refresh answers for all requests that wait and for all of the next two seconds', async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    throw new Error(`refresh ${sent}`);
  };
  const refresher = createRefresher({ send } as unknown as BackendClient);
  const refreshAll = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => refresher.refresh('admin', caller)));
  const failures = (count: number, text: string) =>
    Array(count).fill({ status: 'rejected', reason: expect.objectContaining({ message: text }) });
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    expect(await refreshAll(32)).toEqual(failures(32, 'refresh 1'));
    mock.timers.tick(1999);
    expect(await refreshAll(32)).toEqual(failures(32, 'refresh 1'));
    mock.timers.tick(1);
    expect(await refreshAll(1)).toEqual(failures(1, 'refresh 2'));
  } finally {
    mock.timers.reset();
  }
});
