/** Reads a name of a fixed set. Apart from read.ts, which every page loads. */
import { ReplyError, readText } from './read.ts';

export function readKey<Key extends string>(names: Record<Key, string>, value: unknown): Key {
  const text = readText(value);
  if (!Object.hasOwn(names, text)) throw new ReplyError('An unknown name');
  return text as Key;
}
