/** Answers calls in the order of VK's own checks: method, version, key, limits, parameters. */
import { createCallLimits, type Limits } from './call-limits.ts';
import type { AnswerFault } from './faults.ts';
import type { Call } from './read-call.ts';
import { searchNews } from './search-news.ts';
import { VkRefusal, vkError } from './vk-errors.ts';
import type { World } from './world.ts';

type Method = (world: World, params: Call['params'], now: number) => unknown;
const methods: Record<string, Method> = { 'newsfeed.search': searchNews };

/** The second number of the oldest version that VK accepts, 5.81. */
const oldestMinor = 81;

/** Returns the method and the key of the call; throws a `VkRefusal`. */
function acceptCall({ method, params, key }: Call, keys: ReadonlySet<string>): { run: Method; key: string } {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!run) throw new VkRefusal(3);
  const version = params.get('v');
  if (version === undefined) throw new VkRefusal(8, 'v (version) is required');
  const [, minor] = /^5\.(\d+)$/.exec(version) ?? [];
  if (!(Number(minor) >= oldestMinor)) throw new VkRefusal(8, `versions below 5.${oldestMinor} are deprecated`);
  if (key === null || !keys.has(key)) throw new VkRefusal(5);
  return { run, key };
}

type Settings = { keys: ReadonlySet<string>; limits: Limits };

/** Returns a function that returns the body of the answer. Keys and limits may change between calls. */
export function createAnswers(world: World, { keys, limits }: Settings) {
  const counts = createCallLimits();
  return (call: Call, fault: AnswerFault | null): string => {
    try {
      const { run, key } = acceptCall(call, keys);
      counts.check(key, call.method, limits, call.at);
      if (fault === null) return JSON.stringify({ response: run(world, call.params, call.at) });
      if ('answer' in fault) return JSON.stringify(fault.answer);
      throw new VkRefusal(fault.code, fault.detail);
    } catch (error) {
      if (!(error instanceof VkRefusal)) throw error;
      return JSON.stringify({ error: vkError(error, call.method, call.params) });
    }
  };
}
