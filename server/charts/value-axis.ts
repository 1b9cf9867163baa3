/** The value axis of a chart of counts: whole numbers at equal distances, from 0 to a round number. */
import { scaleLinear } from 'd3-scale';

/** Ticks are about this many; a lower chart has no space for more. */
const tickCount = 3;

/** `ticks` ascend and end with the highest value of the axis. `max` is at least 1. */
export function valueAxis(max: number): { ticks: number[]; top: number } {
  const scale = scaleLinear([0, max], [0, 1]).nice(tickCount);
  const ticks = scale.ticks(tickCount).filter(Number.isInteger);
  return { ticks, top: ticks.at(-1) ?? max };
}
