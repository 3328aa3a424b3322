import { InvalidArgumentError } from 'commander';
import { isCalendarDay } from '../../../contract/rules/reports/report-period.ts';

/** Parses the calendar day of an option. */
export function readDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('Enter an existing day, as 2026-11-01.');
  return text;
}
