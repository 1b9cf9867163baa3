/**
 * What a migration of the store copies between SQLite and PostgreSQL. The columns of a table are those of the schema in
 * PostgreSQL. A test compares this list with both schemas.
 */

/** `type`: of PostgreSQL. */
export type Column = { name: string; type: string };

/**
 * `key`: columns that are unique and not null, in whose order rows are read. `sequence`: PostgreSQL generates the first of them.
 * `rest`: the table of SQLite that holds the remaining columns under the same key.
 */
export type TableKey = { name: string; key: readonly string[]; sequence?: string; rest?: string };
export type Table = TableKey & { columns: readonly Column[] };

const keyed = (name: string, ...key: string[]): TableKey => ({ name, key });
const numbered = (name: string, key: string, sequence = `${name}_${key}_seq`): TableKey => ({
  name,
  key: [key],
  sequence,
});

/** A table comes after those to which it refers. */
export const tableKeys: readonly TableKey[] = [
  numbered('administrators', 'admin_id'),
  numbered('clients', 'client_no', 'client_numbers'),
  keyed('users', 'user_id'),
  keyed('owners', 'owner_id'),
  keyed('cities', 'city_id'),
  numbered('impersonations', 'impersonation_id'),
  numbered('sessions', 'session_id'),
  keyed('session_tokens', 'hash'),
  numbered('login_attempts', 'attempt_id'),
  numbered('words', 'word_id'),
  numbered('word_clients', 'id'),
  keyed('collection_phrases', 'word_id'),
  numbered('collection_runs', 'run_id'),
  keyed('collection_windows', 'word_id', 'from_at'),
  // SQLite has no counter of them.
  keyed('collection_calls', 'call_id'),
  keyed('collection_keys', 'key_id'),
  keyed('collection_key_uses', 'collector', 'key_id'),
  keyed('jobs', 'job'),
  keyed('word_health', 'word_id'),
  keyed('word_overlaps', 'word_id', 'other_id'),
  keyed('marks', 'account', 'chunk'),
  keyed('visits', 'account'),
  numbered('mutes', 'mute_id'),
  numbered('views', 'view_id'),
  keyed('view_visits', 'view_id', 'account'),
  numbered('journal', 'record_id'),
  keyed('journal_refusals', 'source'),
  numbered('alert_rules', 'rule_id'),
  numbered('deliveries', 'delivery_id'),
  numbered('atom_feeds', 'feed_id'),
  keyed('atom_uses', 'feed_id', 'address'),
  keyed('erasures', 'kind', 'target_id'),
  keyed('arrivals', 'first'),
  keyed('stories', 'story_id'),
  { ...keyed('posts', 'id'), rest: 'post_texts' },
  keyed('post_facts', 'owner_id', 'post_id'),
  keyed('text_keys', 'key', 'id'),
];

/** A list of columns, for both engines. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** In a target that is not complete. */
export const progressTable = 'store_migration';
