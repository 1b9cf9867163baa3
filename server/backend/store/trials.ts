/** Messages that people have requested for a trial: those of rules and of reports are limited together. */
import { trialsPeriodMs } from '../rules/alerts/rule.ts';
import { countRows } from './page.ts';
import type { Db } from './port.ts';

/** How many the account has made within the last hour. `now` is in milliseconds. */
export const countTrials = (db: Db, account: string, now: number): Promise<number> =>
  countRows(
    db,
    "FROM deliveries WHERE account = $1 AND coalesce(ended_at, created_at) > $2 AND created_at > $2 AND kind = 'trial'",
    account,
    now - trialsPeriodMs,
  );
