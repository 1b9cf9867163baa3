/** Trains the models that suggest marks, some minutes after people have marked stories. Of several processes one does. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { logFailure } from '../../platform/backend-logger.ts';
import { minuteMs } from '../../platform/durations.ts';
import { type Checked, checkSuggestion, createTraining, readModel, suggest } from '../rules/suggestions.ts';
import type { Store } from '../store/store.ts';
import { type Background, type Pause, startBackground } from './background.ts';

type SuggestionStores = Pick<Store, 'posts' | 'suggestions'>;
type Rest = (ms: number) => Promise<unknown>;

/** Stories whose texts a reader thread reads at once, in about 20 ms, and the pause after them, in times of their own. */
const stepStories = 200;
const stepRest = 3;

/** Trains the model of the client again, and checks the former one with what people have set since. */
export async function trainModel(
  { posts, suggestions }: SuggestionStores,
  clientId: string,
  now: number,
  rest: Rest,
): Promise<void> {
  const { changeId, model: former, stories, heldOut } = await suggestions.read(clientId);

  async function readEach<Marks>(
    marked: ReadonlyMap<number, Marks>,
    use: (marks: Marks, stems: readonly string[]) => void,
  ) {
    const entries = [...marked];
    for (let start = 0; start < entries.length; start += stepStories) {
      const started = performance.now();
      const step = entries.slice(start, start + stepStories);
      const ids = step.map(([storyId]) => storyId);
      const texts = await posts.listStems({ type: 'client', clientId }, ids);
      for (const [index, [, marks]] of step.entries()) use(marks, texts[index] ?? []);
      await rest((performance.now() - started) * stepRest);
    }
  }
  const numbers: Checked = { checked: 0, correct: 0 };
  if (former !== null && heldOut.size > 0) {
    const model = readModel(former);
    await readEach(heldOut, (marks, stems) => {
      const { checked, correct } = checkSuggestion(suggest(model, stems), marks);
      numbers.checked += checked;
      numbers.correct += correct;
    });
  }
  const training = createTraining(stories.values());
  if (training) await readEach(stories, training.add);
  await suggestions.save(clientId, { changeId, model: training?.finish() ?? null, trainedAt: now, ...numbers });
}

const pauseMs = minuteMs;
/** Between two trainings of a client. */
const trainingMs = 5 * minuteMs;
/** When the process crashes, another one continues after this time. Longer than a training takes. */
const jobMs = 3 * minuteMs;

type Options = {
  store: SuggestionStores & Pick<Store, 'jobs' | 'faultOf'>;
  logger: Logger;
  now?: () => number;
  pause?: Pause;
};

export const startSuggestions = ({ store, logger, now = Date.now, pause }: Options): Background =>
  startBackground(async (signal, rest) => {
    const owner = randomUUID();

    async function trainDue(): Promise<void> {
      for (const clientId of await store.suggestions.due(now() - trainingMs)) {
        if (signal.aborted || !(await store.jobs.begin('suggestions', owner, now(), now() + jobMs))) return;
        await trainModel(store, clientId, now(), rest);
      }
    }

    while (!signal.aborted) {
      await trainDue().catch((error: unknown) => logFailure({ store, logger }, error, 'suggestions failed'));
      await rest(pauseMs);
    }
    await store.jobs.end('suggestions', owner).catch(() => {});
  }, pause);
