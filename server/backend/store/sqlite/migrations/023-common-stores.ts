/**
 * What triggers did is done by the stores, as in PostgreSQL: revoking Atom links with a password, adding the feeds of a view, and
 * deleting what belongs to a client. `arrival_counter` has the same name there.
 */
export const commonStores = `
DROP TRIGGER client_links_revoked;
DROP TRIGGER administrator_links_revoked;
DROP TRIGGER views_added;
DROP TRIGGER clients_deleted;
DROP TRIGGER client_alerts_deleted;
DROP TRIGGER administrators_deleted;
DROP TRIGGER administrator_alerts_deleted;
CREATE VIEW arrival_counter AS
  SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'stories'), 0) AS newest;
`;
