import { t } from '@lingui/core/macro';
import { REFUSED_BECAUSE_LABELS } from '../../../contract/labels/taking-labels.ts';
import type { DeliverAsTaken } from '../../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { cutGraphemes } from '../../../contract/rules/names.ts';
import type { PartAmounts } from '../../../contract/rules/orders/part-delivery.ts';
import { pickedQty } from '../../../contract/rules/orders/picked-qty.ts';
import type { PaymentByReference, Taken, TakenAmounts } from '../../../contract/rules/orders/takings.ts';
import type { OrderLineItem, OrderWithItems } from '../../../contract/schemas/orders.ts';
import { label } from '../../messages/label.ts';
import { PAGE_BREAK_MM } from '../page-frame.ts';
import { CONTENT_MM, LEFT_MM, type Paper } from '../paper.ts';
import { type Column, drawTable } from '../ruled-table.ts';

export type AmountLine = { label: string; amount_fils: number; lead?: boolean };

/** The customer's goods and payments. All amounts are in fils. */
export type NoteAsTaken = {
  /** Null if all goods were taken. */
  part: DeliverAsTaken['part'];
  before: PartAmounts;
  after: PartAmounts;
  due_fils: number;
  /** Cash that the customer gave; null if it was not entered. */
  received_fils: number | null;
  taken: Taken;
  amounts: TakenAmounts;
};

const NAME_GRAPHEMES = 60;
/** A longer reference is cut, so that it stays on a few lines. */
const REFERENCE_GRAPHEMES = 60;

/** Returns the quantity of a line that was handed over, and its price. */
export function handedOver(item: OrderLineItem, as_taken: NoteAsTaken | undefined) {
  const refused = as_taken?.part?.lines.find(({ item_id }) => item_id === item.id)?.refused ?? 0;
  const qty = pickedQty(item) - refused;
  return { qty, total_fils: refused === 0 ? item.line_total_fils : qty * item.unit_price_fils };
}

function refusedColumns(): Column[] {
  return [
    { head: t`Item`, width_mm: 98, align: 'left' },
    { head: t`Qty`, width_mm: 14, align: 'right' },
    { head: t`Reason`, width_mm: 58, align: 'left' },
  ];
}

function amountColumns(): Column[] {
  return [
    { head: t`Amounts`, width_mm: 98, align: 'left' },
    { head: t`All goods (AED)`, width_mm: 36, align: 'right' },
    { head: t`Taken goods (AED)`, width_mm: 36, align: 'right' },
  ];
}

/**
 * Draws the refused goods, and the amounts with all goods and with those taken. Returns the lower edge in mm.
 */
export function drawRefused(
  paper: Paper,
  order: OrderWithItems,
  as_taken: NoteAsTaken,
  top_mm: number,
  newPage: () => number,
): number {
  const heading = paper.block(
    t`Goods that the customer did not take`,
    { size_pt: 10.5, bold: true },
    CONTENT_MM,
  );
  const heading_mm = top_mm + 5 > PAGE_BREAK_MM - heading.height_mm ? newPage() : top_mm + 5;
  paper.draw(heading, LEFT_MM, heading_mm);
  const rows = order.items.flatMap((item) => {
    const line = as_taken.part?.lines.find(({ item_id }) => item_id === item.id);
    if (!line?.refused_because) return [];
    const name = cutGraphemes(item.product.name, NAME_GRAPHEMES);
    return [[name, String(line.refused), label(REFUSED_BECAUSE_LABELS, line.refused_because)]];
  });
  const refused_mm = drawTable(paper, refusedColumns(), rows, heading_mm + heading.height_mm + 1.5, newPage);
  const amounts_mm = refused_mm + 5 > PAGE_BREAK_MM ? newPage() : refused_mm + 5;
  return drawTable(paper, amountColumns(), comparedRows(as_taken), amounts_mm, newPage);
}

/** The rows of the amounts before and after, without those that are 0 in both. */
function comparedRows({ part, before, after }: NoteAsTaken): string[][] {
  const shipping_fils = part?.shipping_fils ?? 0;
  const paid_fils = before.total_amount_fils - before.due_fils + before.refund_fils;
  const rows: [name: string, before_fils: number, after_fils: number][] = [
    [t`Items`, before.goods_fils, after.goods_fils],
    [t`Discount`, -before.discount_fils, -after.discount_fils],
    [t`Shipping`, shipping_fils, shipping_fils],
    [t`Tax`, before.tax_fils, after.tax_fils],
    [t`Total`, before.total_amount_fils, after.total_amount_fils],
    [t`Paid before delivery`, -paid_fils, -paid_fils],
    [t`Amount due on delivery`, before.due_fils, after.due_fils],
  ];
  const always = [t`Total`, t`Amount due on delivery`];
  return rows
    .filter(([name, one, other]) => one !== 0 || other !== 0 || always.includes(name))
    .map(([name, one, other]) => [name, formatAmount(one || 0), formatAmount(other || 0)]);
}

/** The lines of the amounts block; a part delivery has the amounts before and after in a table above. */
export function amountLinesAsTaken(order: OrderWithItems, as_taken: NoteAsTaken): AmountLine[] {
  const { part, before, after, due_fils, taken, amounts, received_fils } = as_taken;
  const lines: AmountLine[] = [];
  const add = (name: string, amount_fils: number) => {
    if (amount_fils !== 0) lines.push({ label: name, amount_fils });
  };
  if (!part) {
    add(t`Items`, before.goods_fils);
    add(t`Discount`, -before.discount_fils);
    add(t`Shipping`, order.shipping_fils);
    add(t`Tax`, before.tax_fils);
    lines.push({ label: t`Total`, amount_fils: order.total_amount_fils });
    add(t`Paid before delivery`, -(order.paid_amount_fils + order.taken_fils));
  }
  lines.push({ label: t`Amount due on delivery`, amount_fils: due_fils, lead: true });
  add(t`Rounding`, -amounts.rounding_fils);
  if (received_fils !== null && received_fils !== taken.cash_fils) {
    add(t`Received`, received_fils);
    add(t`Change`, -(received_fils - taken.cash_fils));
  }
  add(t`Received in cash`, taken.cash_fils);
  add(t`Received by card machine`, taken.card_fils);
  add(t`Payment link ${referenceOf(taken.link)} (pending)`, taken.link?.amount_fils ?? 0);
  add(t`Bank transfer ${referenceOf(taken.transfer)} (pending)`, taken.transfer?.amount_fils ?? 0);
  add(t`Still owed by the customer`, amounts.owed_fils);
  add(t`Owed to the customer`, amounts.extra_fils);
  add(t`To be paid back by the shop`, after.refund_fils);
  return lines;
}

function referenceOf(payment: PaymentByReference | null): string {
  return cutGraphemes(payment?.reference ?? '', REFERENCE_GRAPHEMES);
}
