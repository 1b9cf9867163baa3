import { createWriteCheck } from './write-check.ts';

test('checks of a database that does not answer end in time, and share one write', async () => {
  const writing = Promise.withResolvers<never>();
  let writes = 0;
  const transaction = () => {
    writes += 1;
    return writing.promise;
  };
  const check = createWriteCheck({ transaction }, () => 0, 1);
  const checks = await Promise.allSettled([check(), check(), check()]);
  expect(checks.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(writes).toBe(1);
  writing.reject(new Error('no'));
  await expect(check()).rejects.toThrow('no');
});
