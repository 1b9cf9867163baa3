/** Reads the derived data of stories and texts, and computes the same from the rows alone. */
import type { DatabaseSync } from 'node:sqlite';
import { automaticStories } from '../../server/backend/feed/own-stories.ts';
import { readChunks } from '../../server/backend/feed/row-columns.ts';
import { foldPostText } from '../../server/backend/rules/stories/folded-text.ts';
import type { ColumnName } from '../../server/backend/store/sqlite/row-columns.ts';

type Row = {
  id: number;
  owner: number;
  post: number;
  word: number;
  user: number;
  story: number;
  arrival: number;
  city: number | null;
  text: string | null;
};

const readRows = (db: DatabaseSync) =>
  db
    .prepare(
      `SELECT id, owner_id AS owner, post_id AS post, word_id AS word, user_id AS user, story_id AS story, arrival,
         city_id AS city, text
       FROM posts JOIN post_texts USING (id) ORDER BY id`,
    )
    .all() as Row[];

/** Each index term with its row. */
function readTerms(db: DatabaseSync): string[] {
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms_of_posts USING fts5vocab('main', 'post_search', 'instance')");
  const terms = db.prepare("SELECT term || ' ' || doc AS term FROM temp.terms_of_posts WHERE col = 'terms'").all();
  return terms.map(({ term }) => String(term)).sort();
}

const byKey = <Value>(a: [number, Value], b: [number, Value]) => a[0] - b[0];

const columnNames = ['stories', 'arrivals', 'words', 'cities', 'owners'] as const satisfies ColumnName[];

/** The rows of each chunk. */
const readColumns = (db: DatabaseSync) =>
  [...readChunks(db, automaticStories, columnNames)].map(({ ids, ...columns }) =>
    [...ids].map((id, row) => [id, ...columnNames.map((name) => columns[name][row])]),
  );

export function readStories(db: DatabaseSync) {
  const stories = db.prepare('SELECT story_id AS story, rows FROM stories ORDER BY story_id').all();
  return {
    sizes: stories.map(({ story, rows }) => [Number(story), Number(rows)]),
    columns: readColumns(db),
    terms: readTerms(db),
    ...readKeys(db),
  };
}

/** `keys`: the number of keys, including the keys of bands. `owned`: the rows that have the key of their text. */
function readKeys(db: DatabaseSync) {
  const keys: [number, number][] = db
    .prepare('SELECT key, id FROM text_keys ORDER BY key, id')
    .all()
    .map(({ key, id }) => [Number(key), Number(id)]);
  const ownKeys = new Map(readRows(db).map(({ id, text }) => [id, foldPostText(text)?.key]));
  return { keys: keys.length, owned: keys.filter(([key, id]) => ownKeys.get(id) === key) };
}

export function deriveStories(db: DatabaseSync) {
  const rows = readRows(db);
  const stories = Map.groupBy(rows, ({ story }) => story);
  const posts = Map.groupBy(rows, ({ owner, post }) => `${owner} ${post}`);
  const chunks = Map.groupBy(rows, ({ id }) => Math.floor(id / 2 ** 36));
  const terms: string[] = [];
  for (const row of rows) {
    const owner = row.owner < 0 ? `on${-row.owner}` : `o${row.owner}`;
    const marks: string[] = [];
    if ((posts.get(`${row.owner} ${row.post}`)?.length ?? 0) > 1) marks.push('copy');
    if (row.city !== null) marks.push(`c${row.city}`);
    terms.push(...['all', `w${row.word}`, owner, `u${row.user}`, ...marks].map((term) => `${term} ${row.id}`));
  }
  const folded = rows.flatMap(({ id, text }) => {
    const one = foldPostText(text);
    return one ? [{ id, ...one }] : [];
  });
  const texts = new Map(folded.map(({ key, bands }) => [key, bands.length]));
  return {
    sizes: [...stories].map(([story, { length }]): [number, number] => [story, length]).sort(byKey),
    columns: [...chunks.values()].map((chunk) =>
      chunk.map(({ id, story, arrival, word, city, owner }) => [id, story, arrival, word, city ?? 0, owner]),
    ),
    terms: terms.sort(),
    keys: folded.length + [...texts.values()].reduce((sum, count) => sum + count, 0),
    owned: folded.map(({ key, id }): [number, number] => [key, id]).sort((a, b) => a[0] - b[0] || a[1] - b[1]),
  };
}
