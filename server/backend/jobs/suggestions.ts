/**
 * Trains the models that suggest marks, some minutes after people have marked stories. Only one of several processes does it.
 */
import { minuteMs } from '../../../shared/durations.ts';
import type { Background, Rest } from '../../platform/background.ts';
import { type Checked, checkSuggestion, createTraining, readModel, suggest } from '../rules/suggestions.ts';
import type { Store } from '../store/store.ts';
import { type JobOptions, startJob } from './background.ts';

type SuggestionStores = Pick<Store, 'posts' | 'suggestions'>;

/**
 * Stories whose texts a reader thread reads at once, in about 20 ms, and the pause after them, as a multiple of the time that
 * they took.
 */
const stepStories = 200;
const stepRest = 3;

/** Trains the model of the client again, and compares the former model with the values that people have set since. */
export async function trainModel(
  { posts, suggestions }: SuggestionStores,
  clientId: string,
  now: number,
  rest: Rest,
): Promise<void> {
  const { changeId, model: former, stories, heldOut } = await suggestions.read(clientId);

  async function* readTexts<Marks>(marked: ReadonlyMap<number, Marks>) {
    const entries = [...marked];
    for (let start = 0; start < entries.length; start += stepStories) {
      const started = performance.now();
      const step = entries.slice(start, start + stepStories);
      const ids = step.map(([storyId]) => storyId);
      const texts = await posts.listStems({ type: 'client', clientId }, ids);
      for (const [index, [, marks]] of step.entries()) yield { marks, stems: texts[index] ?? [] };
      await rest((performance.now() - started) * stepRest);
    }
  }
  const numbers: Checked = { checked: 0, correct: 0 };
  if (former !== null && heldOut.size > 0) {
    const model = readModel(former);
    for await (const { marks, stems } of readTexts(heldOut)) {
      const { checked, correct } = checkSuggestion(suggest(model, stems), marks);
      numbers.checked += checked;
      numbers.correct += correct;
    }
  }
  const training = createTraining(stories.values());
  if (training) for await (const { marks, stems } of readTexts(stories)) training.add(marks, stems);
  await suggestions.save(clientId, { changeId, model: training?.finish() ?? null, trainedAt: now, ...numbers });
}

const job = {
  name: 'suggestions',
  fault: 'suggestions failed',
  pauseMs: minuteMs,
  // A training takes less than half of it.
  leaseMs: 3 * minuteMs,
} as const;
/** The minimum time between two trainings of a client. */
const trainingMs = 5 * minuteMs;

export const startSuggestions = (options: JobOptions & { store: SuggestionStores }): Background =>
  startJob(job, options, async ({ signal, rest, hold }) => {
    const { store, now = Date.now } = options;
    for (const clientId of await store.suggestions.due(now() - trainingMs)) {
      if (signal.aborted || !(await hold())) return;
      await trainModel(store, clientId, now(), rest);
    }
  });
