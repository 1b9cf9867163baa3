import * as fc from 'fast-check';
import { type Operation, readOperations, type Schema } from '../support/api-document.ts';
import { character } from '../support/arbitraries.ts';
import { backendAdmin, startTestBackend, type TestBackend } from '../support/backend.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 20);
const requestsARun = 50;

const idText = fc.oneof(fc.integer({ min: -5, max: 60 }).map(String), fc.bigInt().map(String), fc.double().map(String));
const clientText = fc.integer({ min: 1002, max: 1006 }).map((number) => `client-${number}`);
const word = fc.constantFrom('ASC', 'DESC', 'word_id', 'post_dt', 'name', 'выборы', '2026-01-01', 'true', 'false', '');
const anyText = fc.oneof(idText, clientText, word, fc.string({ unit: character }), fc.string({ unit: 'grapheme' }));
const anyValue = fc.oneof(anyText, fc.jsonValue(), fc.integer({ min: -5, max: 60 }), fc.boolean());

/** Returns a value of the field's type; the number selects it. */
function plausible({ type, enum: choices }: Schema, name: string, number: number): unknown {
  if (choices) return choices[number % choices.length];
  if (type === 'integer') return 1 + (number % 20);
  if (type === 'boolean') return number % 2 === 0;
  if (/client/i.test(name) || name === 'id') return `client-${1002 + (number % 5)}`;
  if (name === 'ipaddr') return `10.0.0.${number % 256}`;
  if (name === 'macaddr') return '00:1A:2B:3C:4D:5E';
  if (/Dt(From|To)$/.test(name)) return '2026-01-01';
  return /email|photo/i.test(name) ? '' : `текст ${number}`;
}

type Role = 'anonymous' | 'client' | 'admin' | 'garbage';
type Sample = {
  index: number;
  role: Role;
  method: string | null;
  texts: string[];
  values: unknown[];
  present: boolean[];
  /** Per field: the number of a plausible value, or null for a random one. */
  picks: (number | null)[];
  raw: string | null;
};

const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** A call of the document with random fields; sometimes with another method or a body that is not JSON. */
const sample: fc.Arbitrary<Sample> = fc.record({
  index: fc.nat(1000),
  role: fc.constantFrom<Role>('anonymous', 'client', 'client', 'admin', 'admin', 'admin', 'garbage'),
  method: seldom(fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST')),
  texts: fc.array(anyText, { minLength: 12, maxLength: 12 }),
  values: fc.array(anyValue, { minLength: 8, maxLength: 8 }),
  present: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  picks: fc.array(fc.option(fc.nat(1000), { freq: 4 }), { minLength: 12, maxLength: 12 }),
  raw: seldom(fc.string()),
});

/** These calls end their session, so they are sent with an invalid one. */
const endsSession = (operation: Operation) => /logout|refresh|impersonate/.test(operation.path);

describe('generated requests', () => {
  let backend: TestBackend;
  let operations: Operation[];
  let cookies: Record<Role, string>;

  beforeAll(async () => {
    backend = await startTestBackend();
    for (let count = 0; count < 4; count += 1) await backend.createClient();
    for (let count = 0; count < 20; count += 1) await backend.createWord('client-1001');
    operations = await readOperations(backend);
    cookies = {
      anonymous: '',
      client: await backend.openSession({ type: 'client', clientId: 'client-1001' }),
      admin: await backend.openSession({ type: 'admin', adminId: 1, username: backendAdmin.username }),
      garbage: 'access_token=%00; refresh_token="; =;;',
    };
  });
  afterAll(() => backend.close());

  function requestOf({ index, role, method, texts, values, present, picks, raw }: Sample) {
    const operation = operations[index % operations.length] as Operation;
    const path = operation.path.replaceAll(/\{\w+\}/g, () =>
      encodeURIComponent((picks[11] === null ? texts[11]?.toWellFormed() : '') || '1'),
    );
    const query = new URLSearchParams();
    operation.parameters.forEach(({ name, in: place, required, schema }, at) => {
      const pick = picks[at] ?? null;
      const value = pick === null ? texts[at] : plausible(schema, name, pick);
      if (place === 'query' && (required || present[at])) query.set(name, String(value));
    });
    const schema = operation.requestBody?.content['application/json'].schema;
    const fields = Object.entries(schema?.properties ?? {}).map(([field, type], at) => {
      const pick = picks[at] ?? null;
      return [field, pick === null ? values[at] : plausible(type, field, pick)];
    });
    const body = raw ?? JSON.stringify(Object.fromEntries(fields));
    const used = method ?? operation.method;
    return {
      operation,
      url: `${backend.url}/api/v1${path}?${query}`,
      init: {
        method: used,
        headers: {
          cookie: endsSession(operation) ? cookies.garbage : cookies[role],
          'content-type': 'application/json',
        },
        ...(['GET', 'HEAD'].includes(used) || !schema ? {} : { body }),
      },
    };
  }

  test('cause no 5xx, and every call of the table returns a documented reply', async () => {
    const counts = { requests: 0, succeeded: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { minLength: requestsARun, maxLength: requestsARun }), async (samples) => {
        await Promise.all(
          samples.map(async (one) => {
            const { operation, url, init } = requestOf(one);
            const reply = await fetch(url, init);
            const text = await reply.text();
            counts.requests += 1;
            if (reply.ok) counts.succeeded += 1;
            if (reply.status >= 500)
              throw new Error(`${init.method} ${url} ${init.body ?? ''}: ${reply.status} ${text}`);
            if (init.method === operation.method) {
              operation.check({ status: reply.status, headers: reply.headers, body: JSON.parse(text) });
            }
          }),
        );
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(counts.requests).toBe(runs * requestsARun);
    expect(counts.succeeded).toBeGreaterThan(counts.requests / 5);
    expect((await backend.call('GET', '/server/clients', { cookie: cookies.admin })).status).toBe(200);
    expect((await backend.call('GET', '/vknf/words/client', { cookie: cookies.client })).status).toBe(200);
  }, 240_000);
});
