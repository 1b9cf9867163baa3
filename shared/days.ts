/** Days as `YYYY-MM-DD`, and ranges of them that include both ends. */

export type Days = { from: string; to: string };

const dayMs = 86_400_000;

/** `day` moved by days and months. */
export function moveDay(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date + days)).toISOString().slice(0, 10);
}

/** How many days the range has. */
export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** The last days until `to`. */
export const lastDays = (days: number, to: string): Days => ({ from: moveDay(to, { days: 1 - days }), to });
