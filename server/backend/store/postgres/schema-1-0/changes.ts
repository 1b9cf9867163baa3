/** The log of changes that replicas follow (feed/replica), and the protection of the journal. */

/**
 * A row of `changes` says which key has changed, and in which transaction; what is stored under the key is read when it is
 * copied.
 */
export const logged = (table: string, key: readonly string[], updates = 'UPDATE'): string[] => {
  const of = (row: string) => key.map((column) => `${row}.${column}`).join(', ');
  const insert = (row: string) =>
    `INSERT INTO changes (kind, ${key.length === 1 ? 'key' : 'key, part'}) VALUES ('${table}', ${of(row)});`;
  return [
    `CREATE FUNCTION log_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN ${insert('old')} END IF;
        IF TG_OP = 'INSERT' THEN ${insert('new')} END IF;
        IF TG_OP = 'UPDATE' AND (${of('new')}) IS DISTINCT FROM (${of('old')}) THEN ${insert('new')} END IF;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER logged AFTER INSERT OR DELETE OR ${updates} ON ${table} FOR EACH ROW EXECUTE FUNCTION log_${table}()`,
  ];
};

export const changes = [
  `CREATE TABLE changes (
    change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT now(),
    kind text NOT NULL,
    key text NOT NULL,
    part bigint
  )`,
  'CREATE INDEX changes_by_xid ON changes (xid)',
  'CREATE INDEX changes_by_time ON changes (at)',
  ...logged('posts', ['owner_id', 'post_id']),
  ...logged('stories', ['story_id']),
  ...logged('arrivals', ['first']),
  ...logged('arrival_counter', ['id']),
  ...logged('words', ['word_id'], 'UPDATE OF text, deleted_at, total_posts, last_post_posts'),
  ...logged('word_clients', ['word_id']),
  ...logged('word_health', ['word_id']),
  ...logged('collection_windows', ['word_id']),
  ...logged('collection_runs', ['word_id'], 'UPDATE OF outcome'),
  ...logged('owners', ['owner_id']),
  ...logged('cities', ['city_id']),
  ...logged('marks', ['account', 'chunk']),
  ...logged('mutes', ['account']),
  ...logged('service', ['id'], 'UPDATE OF time_zone'),
  ...logged('story_work', ['client_id', 'story_id']),
  ...logged('story_tags', ['client_id', 'story_id']),
  ...logged('work_models', ['client_id']),
  ...logged('joined_stories', ['client_id', 'story_id']),
  ...logged('separated_posts', ['client_id', 'story_id']),
];

/** A record cannot be changed, and cannot be deleted before the limit in `journal_retention`. */
export const journalProtection = [
  `CREATE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'A record of the journal cannot be changed'; END IF;
      IF old.at >= coalesce((SELECT deletable_before FROM journal_retention), 0) THEN
        RAISE EXCEPTION 'This record of the journal cannot be deleted yet';
      END IF;
      RETURN old;
    END $$`,
  'CREATE TRIGGER journal_kept BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION keep_journal()',
  `CREATE FUNCTION keep_whole_journal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The journal cannot be truncated';
    END $$`,
  'CREATE TRIGGER journal_not_truncated BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION keep_whole_journal()',
];
