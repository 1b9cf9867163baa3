/** An address of every route, for tests that iterate the page table. */
import type { PageName, Route } from '../../shared/routes.ts';
import { cardId } from './collection-replies.ts';
import { ownerCardId } from './owner-card-replies.ts';

/** The stand-in and the demo both have a phrase and a source with these IDs; the stand-in also has the story. */
const ids: Partial<Record<PageName, number>> = { 'word-card': cardId, 'owner-card': ownerCardId, work: 13 };

export const addressOf = ({ name, path }: Route): string => path.replace('{id}', String(ids[name] ?? ''));
