/** The limit of trial messages of an account: their recipient may be anybody. */
import { hourMs } from '../../../platform/durations.ts';

export const trialsMax = 20;
export const trialsPeriodMs = hourMs;
