/** `npm run bench -- matching` measures the matching of comments against 10,000 phrases. Fails above 10 ms of CPU time for 100 comments. */
import { createPhraseMatcher } from '../../server/backend/rules/search/match-phrases.ts';
import { loadTestPhrase } from '../demo/load-test.ts';
import { composePostText } from '../demo/world/posts.ts';
import { createRandom } from '../demo/world/random.ts';
import { printTable, quantile } from './figures.ts';

const phraseCount = 10_000;
const batches = 200;
const perBatch = 100;
const targetMs = 10;

/** Plain words; in some a minus, in some a quoted alternative. */
function phraseAt(index: number) {
  const { text } = loadTestPhrase(index);
  const alternative = index % 11 === 5 ? `(${text}) OR "${text}"` : text;
  return { wordId: index + 1, text: index % 7 === 3 ? `${text} -реклама` : alternative };
}

/** Every fifth comment has all words of a phrase, the others some of them. */
function commentAt(index: number): string {
  const random = createRandom(index + 7);
  random.next();
  const { phrase, place, aspect } = loadTestPhrase(random.int(phraseCount));
  const text = composePostText(random, phrase, place);
  return index % 5 === 0 ? `${text} ${place.name}, ${aspect}.` : text.slice(0, 160);
}

/** Milliseconds of CPU time. */
function measure(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function benchMatching(): void {
  const phrases = Array.from({ length: phraseCount }, (_, index) => phraseAt(index));
  let match = createPhraseMatcher([]);
  const prepared = measure(() => {
    match = createPhraseMatcher(phrases);
  });
  let found = 0;
  const times = Array.from({ length: batches }, (_, batch) => {
    const texts = Array.from({ length: perBatch }, (_, index) => commentAt(batch * perBatch + index));
    return measure(() => {
      for (const text of texts) found += match(text).length;
    });
  }).sort((a, b) => a - b);
  const median = quantile(times, 0.5);
  printTable(
    ['10,000 phrases', 'CPU time, ms'],
    [
      ['prepared once', prepared.toFixed(0)],
      ['100 comments, median', median.toFixed(1)],
      ['100 comments, 95 %', quantile(times, 0.95).toFixed(1)],
    ],
  );
  console.log(`${found} matches in ${batches * perBatch} comments`);
  if (median > targetMs) throw new Error(`100 comments take more than ${targetMs} ms`);
}
