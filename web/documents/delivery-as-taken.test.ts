import { expect, it } from 'vitest';
import { formatAmount } from '../../contract/rules/amounts/money.ts';
import { partAmounts } from '../../contract/rules/orders/part-delivery.ts';
import { takenAmounts } from '../../contract/rules/orders/takings.ts';
import { partOrderOf, TAKING_CASES, takenOf } from '../../tests/support/taking-cases.ts';
import { amountLinesAsTaken, type NoteAsTaken } from './delivery-as-taken.ts';
import type { DeliveryNoteInput } from './delivery-note.ts';

it.each(TAKING_CASES)('the note prints the amounts of: $name', (one) => {
  const order = partOrderOf(one);
  const before = partAmounts({ ...order, lines: order.lines.map((line) => ({ ...line, refused: 0 })) });
  const after = partAmounts(order);
  const { received_fils, rounding_fils, ...taken } = takenOf(one);
  const is_part = order.lines.some(({ refused }) => refused > 0);
  const amounts = takenAmounts(one.amounts.due, taken, rounding_fils);
  const as_taken = {
    ...{ part: is_part ? { ...order, lines: [] } : null, before, after },
    ...{ due_fils: after.due_fils, received_fils, taken, amounts },
  } as unknown as NoteAsTaken;
  const { shipping_fils, paid_fils } = order;
  const { total_amount_fils } = before;
  const printed = { shipping_fils, total_amount_fils, paid_amount_fils: paid_fils, taken_fils: 0 };
  const lines = amountLinesAsTaken({ order: printed } as DeliveryNoteInput, as_taken);
  const from_due = lines.slice(lines.findIndex(({ lead }) => lead));
  expect(from_due.map(({ label, amount_fils }) => `${label} ${formatAmount(amount_fils)}`)).toEqual(
    one.printed,
  );
});
