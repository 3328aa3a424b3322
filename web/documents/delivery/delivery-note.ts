import { t } from '@lingui/core/macro';
import { formatAmount, formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { cutGraphemes } from '../../../contract/rules/names.ts';
import { pickedQty } from '../../../contract/rules/orders/picked-qty.ts';
import { sentSeparately } from '../../../contract/rules/orders/sent-separately.ts';
import type { RecordedTender } from '../../../contract/rules/orders/takings.ts';
import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import type { OrderLineItem, OrderWithItems } from '../../../contract/schemas/orders.ts';
import { paymentMethodText, paymentStatusText, tenderText } from '../../messages/order-messages.ts';
import { drawFacts, type Fact } from '../facts-block.ts';
import { continueOnNewPage, drawFooters, drawLetterhead, type Issuer, LAST_LINE_MM } from '../page-frame.ts';
import { CONTENT_MM, INK, LEFT_MM, MUTED, openPaper, type Paper, RIGHT_MM } from '../paper.ts';
import { type Column, drawTable } from '../ruled-table.ts';
import {
  type AmountLine,
  amountLinesAsTaken,
  drawRefused,
  handedOver,
  type NoteAsTaken,
} from './delivery-as-taken.ts';

export type DeliveryNoteInput = Issuer & {
  /** With the payment status after the confirmation (ruling D5). */
  order: OrderWithItems;
  tender: RecordedTender | null;
  collected_fils: number;
  /** Present unless the customer took all goods, and paid all that was due by one tender. */
  as_taken?: NoteAsTaken;
  /** The typed name of the person who confirmed the receipt. */
  customer_name: string;
  delivered_at: Date;
  command_id: string;
};

const NAME_GRAPHEMES = 30;
const AMOUNTS_MM = 90;
const AMOUNT_GAP_MM = 4;

function columns(): Column[] {
  return [
    { head: t`Item`, width_mm: 64, align: 'left' },
    { head: t`Barcode`, width_mm: 34, align: 'left' },
    { head: t`Qty`, width_mm: 14, align: 'right' },
    { head: t`Unit price (AED)`, width_mm: 30, align: 'right' },
    { head: t`Line total (AED)`, width_mm: 28, align: 'right' },
  ];
}

/**
 * Creates the delivery note: an A4 PDF (specification section 7). Create it once per command and store the
 * bytes, because two runs differ. Rejects if the PDF library cannot be loaded.
 */
export async function makeDeliveryNote(input: DeliveryNoteInput): Promise<Blob> {
  const { order_number } = input.order;
  const title = t`Delivery Note`;
  const paper = await openPaper(`${title} ${order_number}`);
  const delivered_at = formatDateTime(input.delivered_at, input.time_zone);
  const newPage = () =>
    continueOnNewPage(paper, input.product_name, t`${title}, order ${order_number} (continued)`);

  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input, delivered_at), y_mm);
  y_mm = drawTable(paper, columns(), rowsOf(input), y_mm + 3, newPage);
  if (input.as_taken?.part) y_mm = drawRefused(paper, input.order, input.as_taken, y_mm, newPage);

  const lines = input.as_taken ? amountLinesAsTaken(input.order, input.as_taken) : amountLines(input);
  const amounts = amountsBlock(paper, lines);
  y_mm = y_mm + 4 + amounts.height_mm > LAST_LINE_MM ? newPage() : y_mm + 4;
  amounts.draw(y_mm);
  drawConfirmation(paper, input, delivered_at, y_mm + amounts.height_mm + 7, newPage);
  drawFooters(paper, input.command_id, t`Delivered ${delivered_at}`);
  return paper.toBlob();
}

function factsOf({ order, tender, as_taken }: DeliveryNoteInput, delivered_at: string): Fact[] {
  const customer = `${order.customer.first_name} ${order.customer.last_name}`.trim();
  const method = paymentMethodText(paymentChoice(order));
  const status = paymentStatusText(order.payment_status);
  return [
    [t`Order number`, order.order_number],
    as_taken?.part
      ? [t`Total of the taken goods`, formatMoney(as_taken.after.total_amount_fils)]
      : [t`Total`, formatMoney(order.total_amount_fils)],
    [t`Payment method`, method],
    [t`Payment status`, tender ? `${status} (${tenderText(tender)})` : status],
    [t`Customer`, customer || '—'],
    [t`Phone`, order.customer.phone || t`No phone number available`],
    [t`Delivery address`, order.delivery_address || '—'],
    [t`Delivered at`, delivered_at],
  ];
}

/** The goods that are handed over. */
function rowsOf({ order, as_taken }: DeliveryNoteInput): string[][] {
  const lines = order.items.map((item) => ({ item, ...handedOver(item, as_taken) }));
  return lines
    .filter(({ qty, item }) => qty > 0 || pickedQty(item) === 0)
    .map(({ item, qty, total_fils }) => [
      cutGraphemes(item.product.name, NAME_GRAPHEMES),
      codeOf(item) || '—',
      String(qty),
      formatAmount(item.unit_price_fils),
      formatAmount(total_fils),
    ]);
}

function codeOf({ product }: OrderLineItem): string {
  return product.barcode ?? product.sku ?? '';
}

function amountLines({ order, tender, collected_fils }: DeliveryNoteInput): AmountLine[] {
  const sent_fils = sentSeparately(order.subtotal_fils, order.items);
  const lines: AmountLine[] = [{ label: t`Items`, amount_fils: order.subtotal_fils - sent_fils }];
  if (sent_fils !== 0) lines.push({ label: t`Sent separately`, amount_fils: sent_fils });
  if (order.discount_fils !== 0) lines.push({ label: t`Discount`, amount_fils: -order.discount_fils });
  lines.push({ label: t`Shipping`, amount_fils: order.shipping_fils });
  if (order.tax_fils !== 0) lines.push({ label: t`Tax`, amount_fils: order.tax_fils });
  lines.push({ label: t`Total`, amount_fils: order.total_amount_fils });
  if (order.paid_amount_fils !== 0) {
    lines.push({ label: t`Paid before delivery`, amount_fils: -order.paid_amount_fils });
  }
  lines.push({ label: t`Amount due on delivery`, amount_fils: order.due_amount_fils, lead: true });
  if (tender) {
    const label = tender === 'cash' ? t`Received in cash` : t`Received by card machine`;
    lines.push({ label, amount_fils: collected_fils });
  }
  return lines;
}

/**
 * Lays out amounts in a column at the right edge; the leading one is largest, with a rule and space above it.
 */
function amountsBlock(paper: Paper, lines: readonly AmountLine[]) {
  const rows = lines.map(({ label, amount_fils, lead = false }) => {
    const style = lead ? { size_pt: 14, bold: true } : { size_pt: 9.5 };
    const amount = paper.oneLine(formatMoney(amount_fils), style, AMOUNTS_MM - 30);
    const label_mm = AMOUNTS_MM - AMOUNT_GAP_MM - (amount.lines[0]?.width_mm ?? 0);
    const name = paper.block(label, lead ? { size_pt: 10.5, bold: true } : style, label_mm);
    // Label and amount share a baseline whatever their sizes.
    const drop_mm = Math.max(0, amount.ascent_mm - name.ascent_mm);
    const above_mm = lead ? 2.5 : 0;
    const height_mm = above_mm + Math.max(drop_mm + name.height_mm, amount.height_mm) + (lead ? 1.6 : 0.6);
    return { lead, amount, name, drop_mm, above_mm, height_mm };
  });
  return {
    height_mm: rows.reduce((sum, row) => sum + row.height_mm, 0),
    draw(top_mm: number): void {
      let y_mm = top_mm;
      for (const { lead, amount, name, drop_mm, above_mm, height_mm } of rows) {
        if (lead) paper.rule(y_mm + 1, { weight_mm: 0.4, color: INK, left_mm: RIGHT_MM - AMOUNTS_MM });
        paper.draw(name, RIGHT_MM - AMOUNTS_MM, y_mm + above_mm + drop_mm, lead ? INK : MUTED);
        paper.draw(amount, RIGHT_MM, y_mm + above_mm, INK, 'right');
        y_mm += height_mm;
      }
    },
  };
}

/**
 * Draws the receipt statement, and the typed name on a line like a signature's. Page breaks do not split it.
 */
function drawConfirmation(
  paper: Paper,
  { customer_name, as_taken }: DeliveryNoteInput,
  delivered_at: string,
  top_mm: number,
  newPage: () => number,
): void {
  const words = as_taken?.part
    ? t`I confirm receipt of the items listed above, except for the goods that I did not take.`
    : t`I confirm receipt of the items listed above.`;
  const statement = paper.block(words, { size_pt: 10.5 }, CONTENT_MM);
  const name = paper.block(customer_name, { size_pt: 14 }, 110);
  const caption = paper.block(
    t`Name of the person who received the items, ${delivered_at}`,
    { size_pt: 8 },
    110,
  );
  const height_mm = statement.height_mm + 5 + name.height_mm + 2 + caption.height_mm;
  let y_mm = top_mm + height_mm > LAST_LINE_MM ? newPage() : top_mm;
  paper.draw(statement, LEFT_MM, y_mm);
  y_mm += statement.height_mm + 5;
  paper.draw(name, LEFT_MM, y_mm);
  y_mm += name.height_mm + 0.8;
  paper.rule(y_mm, { weight_mm: 0.3, color: MUTED, right_mm: LEFT_MM + 110 });
  paper.draw(caption, LEFT_MM, y_mm + 1.2, MUTED);
}
