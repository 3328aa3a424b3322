import { t } from '@lingui/core/macro';
import type {
  OverCeiling,
  Unexplained,
} from '../../../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import { formatMoney } from '../../../../contract/rules/amounts/money.ts';

/** Describes an unexplained amount and its holder. */
export function unexplainedText({ kind, user, device, amount_fils }: Unexplained): string {
  const who = user?.full_name ?? device?.name ?? t`An unknown device`;
  const amount = amount_fils === null ? t`an unknown amount` : formatMoney(amount_fils);
  return {
    short: t`${who}: short by ${amount} at the last end of day`,
    over: t`${who}: over by ${amount} at the last end of day`,
    not_booked: t`${who}: ${amount} drawn from the safe, not booked`,
    below_zero: t`${who}: ${amount} below zero`,
    not_arrived: t`${who}: ${amount} recorded on a device has not arrived`,
    chain_broken: t`${who}: the records of a device have a gap`,
  }[kind];
}

/** Describes a driver who carries more cash than their ceiling. */
export function overCeilingText({ full_name, held_fils, ceiling_fils }: OverCeiling): string {
  return t`${full_name}: carries ${formatMoney(held_fils)}, the ceiling is ${formatMoney(ceiling_fils)}`;
}
