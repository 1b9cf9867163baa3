import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import type { Store } from '../store/store.ts';
import { newWordText } from './schemas.ts';

export type ReadText = { text: string; error: null } | { text: null; error: string };

/** The text of a phrase as it is stored, or what is wrong with it. */
export async function readWordText({ posts }: Pick<Store, 'posts'>, raw: string): Promise<ReadText> {
  const { issues, output } = v.safeParse(newWordText, raw);
  if (issues) return { text: null, error: issues[0].message };
  return (await posts.isSearchable(output))
    ? { text: output, error: null }
    : { text: null, error: messages.queryTooDeep };
}
