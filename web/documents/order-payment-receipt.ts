import { t } from '@lingui/core/macro';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import { type Taken, takenAmounts } from '../../contract/rules/orders/takings.ts';
import { drawFacts, drawLeadAmount, type Fact } from './facts-block.ts';
import { drawFooters, drawLetterhead, type Issuer } from './page-frame.ts';
import { openPaper } from './paper.ts';

export type OrderPaymentReceiptInput = Issuer & {
  reference: string;
  /** The time of the payment. */
  date: Date;
  order_number: string;
  /** The person who paid. */
  customer_name: string;
  /** The driver or Manager who took the payment. */
  staff_name: string;
  taken: Taken;
  /** The amount that was still owed afterwards, as far as the device knew. */
  left_fils: number;
};

/**
 * Creates the customer's receipt of a payment after the delivery: an A4 PDF. Create it once per command and
 * store the bytes. Rejects if the PDF library cannot be loaded.
 */
export async function makeOrderPaymentReceipt(input: OrderPaymentReceiptInput): Promise<Blob> {
  const title = t`Payment Receipt`;
  const paper = await openPaper(`${title} ${input.reference}`);
  const date = formatDateTime(input.date, input.time_zone);
  const { collected_fils, pending_fils } = takenAmounts(0, input.taken, 0);
  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input, date), y_mm);
  drawLeadAmount(paper, { label: t`Paid`, amount_fils: collected_fils + pending_fils }, y_mm + 2);
  drawFooters(paper, input.reference, t`Paid ${date}`);
  return paper.toBlob();
}

function factsOf(input: OrderPaymentReceiptInput, date: string): Fact[] {
  const { taken } = input;
  return [
    [t`Reference`, input.reference],
    [t`Date`, date],
    [t`Order`, `#${input.order_number}`],
    [t`Paid by`, input.customer_name || '—'],
    [t`Received by`, input.staff_name || '—'],
    [t`Shop`, input.shop_name || '—'],
    ...tendersOf(taken),
    [t`Left to pay`, formatMoney(input.left_fils)],
  ];
}

function tendersOf({ cash_fils, card_fils, link, transfer }: Taken): Fact[] {
  const facts: Fact[] = [];
  if (cash_fils > 0) facts.push([t`Cash`, formatMoney(cash_fils)]);
  if (card_fils > 0) facts.push([t`Card machine`, formatMoney(card_fils)]);
  if (link) facts.push([t`Payment link`, referred(link)]);
  if (transfer) facts.push([t`Bank transfer`, referred(transfer)]);
  return facts;
}

function referred({ amount_fils, reference }: { amount_fils: number; reference: string }): string {
  return t`${formatMoney(amount_fils)}, reference ${reference}, to be confirmed by the shop`;
}
