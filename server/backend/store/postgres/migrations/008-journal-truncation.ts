/** The journal cannot be truncated, and without a limit in `journal_retention` nothing of it can be deleted. */
export const journalTruncation = [
  `CREATE OR REPLACE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'A record of the journal cannot be changed'; END IF;
      IF old.at >= coalesce((SELECT deletable_before FROM journal_retention), 0) THEN
        RAISE EXCEPTION 'This record of the journal cannot be deleted yet';
      END IF;
      RETURN old;
    END $$`,
  `CREATE FUNCTION keep_whole_journal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The journal cannot be truncated';
    END $$`,
  `CREATE TRIGGER journal_not_truncated BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION keep_whole_journal()`,
];
