// Proves: phrases#phrases-from-a-list
/** A pasted list of phrases through the code of its dialog and the API: no line is lost, whatever is wrong with it. */
import { checkLines, countLines, readLines, textsToCheck } from '../../client/islands/words/use-word-list.ts';
import type { TextOutcome } from '../../shared/api/word-changes.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { pastedLines, trackedText } from '../support/pasted-lines.ts';

const size = 1001;

let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startTestBackend();
  const { clientId } = await backend.createClient();
  await backend.createWord(clientId, { text: trackedText });
  cookie = await backend.openSession({ type: 'client', clientId });
});
afterAll(() => backend.close());

const places = Array.from({ length: size }, (_, index) => ({
  pasted: pastedLines[index % pastedLines.length] ?? pastedLines[0],
  n: Math.floor(index / pastedLines.length),
}));
const raw = places.map(({ pasted, n }) => pasted?.line(n) ?? '');
const ends = ['\n', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\r'];
/** Every kind of line end; a CR before an empty line with LF would be one CRLF. */
const list = raw.map((line, index) => line + (raw[index + 1] === '' ? '\n' : ends[index % ends.length])).join('');

async function send(call: 'check' | 'create/list', texts: readonly string[], batch: number): Promise<TextOutcome[]> {
  const outcomes: TextOutcome[] = [];
  for (let start = 0; start < texts.length; start += batch) {
    const Texts = texts.slice(start, start + batch);
    const { body } = await backend.call('POST', `/vknf/words/${call}`, { cookie, body: { Texts } });
    const { Lines } = body as { Lines: { Tracked: boolean; Error: string | null }[] };
    expect(Lines).toHaveLength(Texts.length);
    outcomes.push(...Lines.map(({ Tracked, Error: error }) => ({ tracked: Tracked, error })));
  }
  return outcomes;
}

async function check() {
  const lines = readLines(list);
  const texts = textsToCheck(lines);
  return checkLines(lines, texts, [await send('check', texts, 200)]);
}

test(`of ${size} lines of ${pastedLines.length} kinds each has its one outcome, and the phrases are saved as shown`, async () => {
  const checked = await check();
  expect(checked.map(({ number }) => number)).toEqual(raw.map((_, index) => index + 1));
  expect(checked.map((line) => line.raw)).toEqual(raw);
  const seen = checked.map(({ kind, text, error }, index) => {
    const { name, expected } = places[index]?.pasted ?? pastedLines[0] ?? {};
    const wanted = expected?.(places[index]?.n ?? 0);
    const matches = wanted?.kind === 'wrong' && error?.includes(wanted.error) === true;
    return [
      name,
      { kind, ...(kind === 'new' && { text }), ...(kind === 'wrong' && { error: matches ? wanted.error : error }) },
    ];
  });
  expect(seen).toEqual(places.map(({ pasted, n }) => [pasted?.name, pasted?.expected(n)]));
  const kinds = ['new', 'exists', 'wrong', 'blank'] as const;
  expect(kinds.reduce((sum, kind) => sum + countLines(checked, kind), 0)).toBe(size);

  const added = checked.filter(({ kind }) => kind === 'new').map(({ text }) => text);
  expect(await send('create/list', added, 100)).toEqual(added.map(() => ({ tracked: false, error: null })));
  const { body } = await backend.call('GET', '/vknf/words/client', { cookie });
  const stored = (body as { words: { Text: string }[] }).words.map(({ Text }) => Text);
  expect(stored.toSorted()).toEqual([trackedText, ...added].toSorted());

  const again = await check();
  expect(again.map(({ kind }) => kind)).toEqual(checked.map(({ kind }) => (kind === 'new' ? 'exists' : kind)));
});

test('texts that no one cleaned are saved and refused as in the check', async () => {
  const texts = pastedLines.map(({ line }) => line(990)).filter((text) => text.length < 1000);
  const errors = (outcomes: TextOutcome[]) => outcomes.map(({ error }) => error);
  const checked = await send('check', texts, 200);
  expect(errors(checked).filter((error) => error === null).length).toBeGreaterThan(20);
  expect(errors(await send('create/list', texts, 100))).toEqual(errors(checked));
});
