/** What walls and phrases have to do with each other. */
import { minuteMs } from '../../../shared/durations.ts';
import { foldText } from '../../../shared/rules/word.ts';
import type { Db } from './port.ts';

/** SQL: the newest posts of the walls that these clients follow are read again soon. */
const readAgain = (clientIds: string): string =>
  `UPDATE walls SET due_at = CASE WHEN read_at IS NULL THEN 0 ELSE read_at + ${10 * minuteMs} END
   WHERE due_at > coalesce(read_at, 0) + ${10 * minuteMs} AND rests_until IS NULL
     AND owner_id IN (SELECT owner_id FROM wall_follows WHERE client_id IN (${clientIds}))`;

/** The client has got a phrase. */
export const readWallsOfClient = (db: Db, clientId: string): Promise<number> => db.run(readAgain('$1'), clientId);

/** The phrase has got another text. What is being read loses its lease, because it was matched against the former text. */
export async function readWallsOfPhrase(db: Db, wordId: number): Promise<void> {
  const clients = 'SELECT client_id FROM word_clients WHERE word_id = $1';
  await db.run(readAgain(clients), wordId);
  const isRead = `lease IS NOT NULL AND owner_id IN (SELECT owner_id FROM wall_follows WHERE client_id IN (${clients}))`;
  await db.run(`UPDATE walls SET due_at = 0, lease = NULL, lease_until = NULL WHERE ${isRead}`, wordId);
  await db.run(`UPDATE wall_posts SET lease = NULL, lease_until = NULL WHERE ${isRead}`, wordId);
}

export const followsWalls = async (db: Db, clientId: string): Promise<boolean> =>
  (await db.row('SELECT 1 FROM wall_follows WHERE client_id = $1 LIMIT 1', clientId)) !== null;

/** The phrases of a wall have the name of its source. Several clients may have one each: the folded text ends with its ID. */
export async function renameWallWords(db: Db, ownerId: number, name: string | null): Promise<void> {
  const text = `Стена: ${name ?? ownerId}`;
  const links = `UPDATE word_clients SET text = $1
    WHERE text <> $1 AND word_id IN (SELECT word_id FROM words WHERE wall_id = $2)`;
  await db.run(links, text, ownerId);
  const words = `UPDATE words SET text = $1, text_folded = CAST($3 AS text) || CAST(word_id AS text)
    WHERE wall_id = $2 AND text <> $1`;
  await db.run(words, text, ownerId, `${foldText(text)}\n`);
}
