/** The embedded backend's settings: plain data, because they travel to its worker thread. */

export type BackendSettings = {
  /** The folder of the database; made when missing. */
  dataDir: string;
  adminUsername: string;
  /** Null: generated for an empty database and logged once. */
  adminPassword: string | null;
  demoData: boolean;
  /** IANA name; days in filters are days of this zone. */
  timeZone: string;
  /** Whether administrators may act as clients. */
  impersonation: boolean;
  logLevel: string;
};

export const defaultSettings: BackendSettings = {
  dataDir: './data',
  adminUsername: 'admin',
  adminPassword: null,
  demoData: false,
  timeZone: 'Europe/Moscow',
  impersonation: true,
  logLevel: 'info',
};
