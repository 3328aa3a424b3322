import { AUDIT_KINDS, AUDIT_SYSTEMS, type AuditKind } from '../../../contract/rules/audit/audit-kinds.ts';
import type { DateText } from '../../../contract/rules/dates/dates.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import {
  PERIOD_PRESETS,
  type Period,
  type PeriodPreset,
  periodFault,
  periodOf,
} from '../../../contract/rules/reports/report-period.ts';
import { AUDIT_PATH, type DeskPath } from '../shell/desk-places.ts';

/** The filters of the audit as the address names them. Null: not filtered by that. */
export type AuditAddress = {
  /**
   * A preset is kept as a preset: opened tomorrow, it means tomorrow's days. Dates are kept as they were
   * typed and may be invalid.
   */
  period: { preset: PeriodPreset } | Period | null;
  /** A member of staff by id, or one of the systems. */
  by: string | null;
  kind: AuditKind | null;
  about: string;
};

export const NO_FILTERS: AuditAddress = { period: null, by: null, kind: null, about: '' };

export function readAuditAddress(search: string): AuditAddress {
  const params = new URLSearchParams(search);
  const by = params.get('by');
  return {
    period: readPeriod(params),
    by: by !== null && (UUID.test(by) || AUDIT_SYSTEMS.some((one) => one === by)) ? by : null,
    kind: AUDIT_KINDS.find((one) => one === params.get('kind')) ?? null,
    about: (params.get('about') ?? '').slice(0, 200),
  };
}

function readPeriod(params: URLSearchParams): AuditAddress['period'] {
  const [from, to] = [params.get('from'), params.get('to')];
  if (from !== null || to !== null) return { from: from ?? '', to: to ?? '' };
  const preset = PERIOD_PRESETS.find((one) => one === params.get('period'));
  return preset ? { preset } : null;
}

/** Returns the path of the filtered list, with one event opened alongside it, or none. */
export function auditPath(address: Partial<AuditAddress>, event_id: string | null = null): DeskPath {
  const { period, by, kind, about } = { ...NO_FILTERS, ...address };
  const search = new URLSearchParams({
    ...(period && ('preset' in period ? { period: period.preset } : period)),
    ...(by !== null && { by }),
    ...(kind !== null && { kind }),
    ...(about !== '' && { about }),
  }).toString();
  const path: DeskPath = event_id === null ? AUDIT_PATH : `${AUDIT_PATH}/${event_id}`;
  return search === '' ? path : `${path}?${search}`;
}

/** Returns the days that the address means on `today`; null if its dates are not a valid period. */
export function daysOf({ period }: AuditAddress, today: DateText): Period | 'any' | null {
  if (period === null) return 'any';
  const days = 'preset' in period ? periodOf(period.preset, today) : period;
  return periodFault(days) === null ? days : null;
}
