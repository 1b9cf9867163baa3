/**
 * The schema of version 1.0.0, as its program made it, with the rows of an empty database. It is never edited: migrations
 * change it. Times are integer milliseconds since 1970, UTC.
 */
import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { phrases } from './phrases.ts';
import { posts } from './posts.ts';
import { reading } from './reading.ts';
import { work } from './work.ts';

/** The `user_version` of its databases. */
export const firstVersion = 37;

export const schema10 = [accounts, phrases, posts, reading, alerts, work].join('');
