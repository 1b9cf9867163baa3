/** Sends reports at their dates: plans them, and makes their contents. The outbox of alerts sends the mails. */
import type { Logger } from 'pino';
import { type Background, repeat, startBackground } from '../../../platform/background.ts';
import type { FaultLog } from '../../../platform/fault-log.ts';
import type { Config } from '../../../platform/settings.ts';
import type { Store } from '../../store/store.ts';
import { createReportMaker } from './make-contents.ts';
import { createMaker } from './make-reports.ts';
import { createPlanner } from './plan-reports.ts';

const planning = { name: 'reports', fault: 'planning of reports failed', pauseMs: 5000 };
const making = { name: 'report-files', fault: 'making of reports failed', pauseMs: 5000 };

type Options = { store: Store; faults: FaultLog; config: Config; logger: Logger };

/** Closing interrupts a making, which begins again after the next start. */
export const startReports = ({ store, faults, config, logger }: Options): Background =>
  startBackground((running) => {
    const now = Date.now;
    const plan = createPlanner({ store, timeZone: config.CONSOLE_TIME_ZONE, now, logger });
    const makeDue = createMaker({ store, make: createReportMaker(store, config, now), now, logger });
    return Promise.all([
      repeat(running, faults.of(planning), planning, plan),
      repeat(running, faults.of(making), making, () => makeDue(running.signal)),
    ]);
  });
