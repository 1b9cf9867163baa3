/** An address of every route, for tests that iterate the page table. */
import type { Route } from '../../shared/routes.ts';
import { cardId } from './collection-replies.ts';

/** The stand-in and the demo both have a phrase with this ID. */
export const addressOf = ({ path }: Route): string => path.replace('{id}', String(cardId));
