/** When a failed message is tried again. */
import { hourMs, minuteMs } from '../../../platform/durations.ts';

const pauses = [minuteMs / 2, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs];

export const maxTries = pauses.length + 1;

/** The pause after the try with this number, counting from 1, in milliseconds. Null after the last try. */
export const pauseAfter = (tries: number): number | null => pauses[tries - 1] ?? null;
