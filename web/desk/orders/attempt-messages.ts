import { t } from '@lingui/core/macro';
import { ATTEMPT_REASON_LABELS } from '../../../contract/labels/attempt-labels.ts';
import { formatDate } from '../../../contract/rules/dates/dates.ts';
import type { NextTime } from '../../../contract/schemas/attempts.ts';
import type { DeskOrder } from '../../../contract/schemas/desk-orders.ts';
import { label } from '../../messages/label.ts';

/** Returns the reason of an attempt: the shop's own label at that time, else the built-in one. */
export function attemptReasonText({
  reason,
  reason_label,
}: {
  reason: string;
  reason_label: string | null;
}): string {
  return reason_label ?? label(ATTEMPT_REASON_LABELS, reason);
}

/** Formats the time that a customer asked for: `21 Nov 2026, 10:00–12:00`. */
export function nextTimeText({ day, from, to }: NextTime): string {
  // A calendar day does not depend on a time zone.
  const date = formatDate(`${day}T12:00:00Z`, 'UTC');
  if (from !== null && to !== null) return t`${date}, ${from}–${to}`;
  if (from !== null) return t`${date}, from ${from}`;
  return to === null ? date : t`${date}, until ${to}`;
}

/** Lists missing goods: `2 × Dates, 1 × Ayran`. */
export function missingText(missing: NonNullable<DeskOrder['missing']>): string {
  return missing.map(({ name, qty }) => t`${qty} × ${name}`).join(', ');
}
