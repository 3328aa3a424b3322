import { InvalidArgumentError } from 'commander';
import { isCalendarDay } from '../../../contract/rules/reports/report-period.ts';

/** A day of the calendar, as an option has it. */
export function readDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('Say a day that exists, as 2026-11-01.');
  return text;
}
