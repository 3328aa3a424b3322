import { t } from '@lingui/core/macro';
import {
  PERIOD_MAX_YEARS,
  type Period,
  type PeriodFault,
  type PeriodPreset,
} from '../../../contract/rules/reports/report-period.ts';
import type { ReportDescription } from '../../../contract/rules/reports/reports.ts';
import { formatDay } from '../figures/format-day.ts';

/** Formats a period of two valid days: `23 Nov 2026`, `1 to 30 Nov 2026`, `28 Nov to 3 Dec 2026`. */
export function periodText({ from, to }: Period): string {
  const last = formatDay(to);
  if (from === to) return last;
  const [day = '', month = '', year = ''] = formatDay(from).split(' ');
  if (from.slice(0, 7) === to.slice(0, 7)) return t`${day} to ${last}`;
  return from.slice(0, 4) === to.slice(0, 4)
    ? t`${`${day} ${month}`} to ${last}`
    : t`${`${day} ${month} ${year}`} to ${last}`;
}

export function presetText(preset: PeriodPreset): string {
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

export function periodFaultText(fault: PeriodFault): string {
  return {
    not_a_date: t`Enter a date that exists`,
    to_before_from: t`The last day is before the first one`,
    too_long: t`A report covers less than ${PERIOD_MAX_YEARS} years`,
  }[fault];
}

/** Describes which of its timestamps assigns a record to a day. */
export function clockText(clock: ReportDescription['clock']): string {
  return { door: t`by delivery time`, attempted: t`by time of attempt`, recorded: t`by recording time` }[
    clock
  ];
}
