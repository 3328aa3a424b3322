import { t } from '@lingui/core/macro';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { holderText } from '../cash-path/movement-messages.ts';

/** The changes that the void of a record makes, and the parts of the record that stay. */
export function voidEffects(record: CashRecord): string[] {
  const { amount_fils, from, to, card_machine, difference_outcome, goods, receipt } = record;
  const amount = formatMoney(amount_fils);
  const machine = card_machine?.number ?? '';
  return [
    ...(amount_fils > 0 ? [t`${amount} goes back from ${holderText(to)} to ${holderText(from)}.`] : []),
    ...(card_machine ? [t`Card machine ${machine} goes back to where it was before.`] : []),
    ...(difference_outcome === 'booked' ? [t`The booked shortage or over is reversed as well.`] : []),
    ...(goods.length > 0 ? [t`The decisions about goods stay as they are.`] : []),
    receipt === null
      ? t`The signatures stay stored. A document with VOID and both references is added.`
      : t`The receipt and the signatures stay stored. A second document with VOID and both references is added.`,
  ];
}
