import {
  CHART_STEPS,
  type ChartStep,
} from '../../../contract/operations/screens/read-held-over-time.schema.ts';
import type { DateText } from '../../../contract/rules/dates/dates.ts';
import { daysLater, type Period } from '../../../contract/rules/reports/report-period.ts';

/** The largest number of points that are still distinguishable. */
const POINTS_MAX = 62;

/** Returns true if a step ends with the day. */
const ENDS: Record<ChartStep, (day: DateText, next: DateText) => boolean> = {
  day: () => true,
  week: (day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 0,
  month: (_, next) => next.endsWith('-01'),
  quarter: (_, next) => /-(01|04|07|10)-01$/.test(next),
};

/** Returns the days of a chart's points, and their step: the last day of each step and of the period. */
export function daysDrawn({ from, to }: Period): { step: ChartStep; days: DateText[] } {
  const all: { day: DateText; next: DateText }[] = [];
  for (let day = from; day <= to; ) {
    const next = daysLater(day, 1);
    all.push({ day, next });
    // The last day of the calendar has no next day.
    if (day === to) break;
    day = next;
  }
  const drawn = CHART_STEPS.map((step) => ({
    step,
    days: all.filter(({ day, next }) => day === to || ENDS[step](day, next)).map(({ day }) => day),
  }));
  const fits = drawn.find(({ days }) => days.length <= POINTS_MAX) ?? drawn.at(-1);
  if (!fits) throw new Error('There are no chart steps');
  return fits;
}
