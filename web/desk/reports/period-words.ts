import { t } from '@lingui/core/macro';
import {
  PERIOD_MAX_YEARS,
  type Period,
  type PeriodFault,
  type PeriodPreset,
} from '../../../contract/rules/reports/report-period.ts';
import { dayWords } from '../figures/day-words.ts';

/** `23 Nov 2026`, `1 to 30 Nov 2026`, `28 Nov to 3 Dec 2026`, `30 Dec 2025 to 2 Jan 2026`. Both are days of the calendar. */
export function periodWords({ from, to }: Period): string {
  const last = dayWords(to);
  if (from === to) return last;
  const [day = '', month = '', year = ''] = dayWords(from).split(' ');
  if (from.slice(0, 7) === to.slice(0, 7)) return t`${day} to ${last}`;
  return from.slice(0, 4) === to.slice(0, 4)
    ? t`${`${day} ${month}`} to ${last}`
    : t`${`${day} ${month} ${year}`} to ${last}`;
}

export function presetWords(preset: PeriodPreset): string {
  return {
    today: t`Today`,
    yesterday: t`Yesterday`,
    this_week: t`This week`,
    last_week: t`Last week`,
    this_month: t`This month`,
    last_month: t`Last month`,
    this_year: t`This year`,
  }[preset];
}

/** Said at a date that cannot be taken. */
export function faultWords(fault: PeriodFault): string {
  return {
    not_a_date: t`Enter a date that exists`,
    to_before_from: t`The last day is before the first one`,
    too_long: t`A report covers less than ${PERIOD_MAX_YEARS} years`,
  }[fault];
}

/** By which of its two times everything of a report is counted. */
export function clockWords(clock: 'door' | 'recorded'): string {
  return clock === 'door' ? t`by the time at the door` : t`by the time it was recorded`;
}
