import { t } from '@lingui/core/macro';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import type { AsTaken } from '../../../commands/delivery/as-taken.ts';

/** An amount with all goods, and with the goods that are taken. */
export type AmountRow = { name: string; before_fils: number; after_fils: number };

/** The amounts that the customer is shown: those that are not 0 in both cases, and the amount due. */
export function amountRows({ shipping_fils }: OrderWithItems, { before, after }: AsTaken): AmountRow[] {
  const paid_fils = before.total_amount_fils - before.due_fils + before.refund_fils;
  const row = (name: string, before_fils: number, after_fils: number) => ({ name, before_fils, after_fils });
  return [
    row(t`Items`, before.goods_fils, after.goods_fils),
    row(t`Discount`, -before.discount_fils, -after.discount_fils),
    row(t`Shipping`, shipping_fils, shipping_fils),
    row(t`Tax`, before.tax_fils, after.tax_fils),
    row(t`Total`, before.total_amount_fils, after.total_amount_fils),
    row(t`Already paid`, -paid_fils, -paid_fils),
    row(t`Paid back by the shop`, before.refund_fils, after.refund_fils),
  ]
    .filter(({ before_fils, after_fils }) => before_fils !== 0 || after_fils !== 0)
    .concat(row(t`Amount due`, before.due_fils, after.due_fils));
}
