import { isUnusable, serverFault } from './faults.ts';

test.each([
  ['a full disk', { code: '53100' }, /its disk is full/],
  ['a query over its time limit', { code: '57014' }, /did not answer in time/],
  ['a lock over its time limit', { code: '55P03' }, /did not answer in time/],
  ['a read-only replica', { code: '25006' }, /is read-only/],
  ['a server that is stopping', { code: '57P01' }, /starting or stopping/],
  ['too many connections', { code: '53300' }, /too many connections/],
  ['a network that loses packets', new Error('Query read timeout'), /cannot be reached/],
  ['several addresses', new AggregateError([{ code: 'ECONNREFUSED' }]), /cannot be reached/],
])('%s has a remedy', (_name, error, remedy) => {
  expect(serverFault(error)).toMatch(remedy);
});

test('an error of a statement is not a server fault', () => {
  expect([serverFault({ code: '23505' }), serverFault(new Error('x')), serverFault(null)]).toEqual([null, null, null]);
});

test('a connection is not reused when it is lost, silent, or leads to a read-only server', () => {
  const errors = [{ code: '57P01' }, new Error('Query read timeout'), { code: '25006' }, { code: '23505' }];
  expect(errors.map(isUnusable)).toEqual([true, true, true, false]);
});
