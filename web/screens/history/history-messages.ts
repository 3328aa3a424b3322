import { plural, t } from '@lingui/core/macro';
import { EXPENSE_KIND_LABELS } from '../../../contract/labels/expense-labels.ts';
import type {
  DaySums,
  OwnChange,
  OwnDelivery,
  OwnHandover,
} from '../../../contract/operations/screens/read-own-history.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { dayOf, formatDate } from '../../../contract/rules/dates/dates.ts';
import { daysLater } from '../../../contract/rules/reports/report-period.ts';
import { label } from '../../messages/label.ts';

/** Returns a day's title and, if the title is "Today" or "Yesterday", its date. */
export function dayTitle(
  day: string,
  now_ms: number,
  time_zone: string,
): { title: string; date: string | null } {
  const date = dateText(day);
  const today = dayOf(new Date(now_ms), time_zone);
  if (day === today) return { title: t`Today`, date };
  return day === daysLater(today, -1) ? { title: t`Yesterday`, date } : { title: date, date: null };
}

export function dateText(day: string): string {
  return formatDate(`${day}T00:00:00Z`, 'UTC');
}

/** Returns the number of deliveries of a day, and of those with a conflict. */
export function countText({ deliveries, conflicts }: Pick<DaySums, 'deliveries' | 'conflicts'>): string {
  const delivered = plural(deliveries, { 0: 'No deliveries', one: '# delivery', other: '# deliveries' });
  return conflicts === 0 ? delivered : t`${delivered}, ${conflicts} with a conflict`;
}

export function conflictText(conflict: NonNullable<OwnDelivery['conflict']>): string {
  return {
    cancelled: t`The order had been cancelled`,
    reassigned: t`The order had been assigned to another driver`,
    already_delivered: t`The order had already been delivered`,
    not_out_for_delivery: t`The order was no longer out for delivery`,
    amount_changed: t`The amount due had changed`,
  }[conflict];
}

/** Describes what a delivery did not collect at the door, and that it was a part of the goods. */
export function openTexts({ tender, pending_fils = 0, owed_fils = 0, partial }: OwnDelivery): string[] {
  const texts = [
    ...(pending_fils > 0 ? [t`${formatMoney(pending_fils)} by link or transfer`] : []),
    ...(owed_fils > 0 ? [t`${formatMoney(owed_fils)} owed`] : []),
  ];
  return [
    ...(tender === null && texts.length === 0 ? [t`Paid before delivery`] : texts),
    ...(partial ? [t`Part of the goods`] : []),
  ];
}

export function changeText({ kind, expense_kind, order_number }: OwnChange): string {
  if (kind === 'expense') return label(EXPENSE_KIND_LABELS, expense_kind ?? '');
  return kind === 'payment'
    ? t`Payment of order #${order_number ?? ''}`
    : t`Correction of order #${order_number ?? ''}`;
}

export function handoverText({ handover_type }: Pick<OwnHandover, 'handover_type'>): string {
  return {
    start: t`Start of day: cash received`,
    end: t`End of day: cash handed over`,
    drop: t`During the day: cash handed over`,
    collection: t`Collected from you`,
  }[handover_type];
}

export function cardMachineText(handover: OwnHandover): string | null {
  const { card_machine, card_machine_number, handover_type } = handover;
  if (!card_machine) return null;
  if (handover_type === 'start')
    return card_machine_number ? t`Card machine ${card_machine_number} received` : t`Card machine received`;
  return card_machine_number
    ? t`Card machine ${card_machine_number} handed back`
    : t`Card machine handed back`;
}
