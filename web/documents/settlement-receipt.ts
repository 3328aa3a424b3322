import { msg, t } from '@lingui/core/macro';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import type { Account } from '../../contract/rules/differences.ts';
import { translateDescriptor } from '../messages/i18n.ts';
import { drawFacts, drawLeadAmount, type Fact } from './facts-block.ts';
import { continueOnNewPage, drawFooters, drawLetterhead, type Issuer } from './page-frame.ts';
import { openPaper } from './paper.ts';
import { readPicture } from './picture.ts';
import { drawSignedEnding } from './signed-ending.ts';

export type SettlementReceiptInput = Issuer & {
  reference: string;
  account: Account;
  /** The time of the signatures. */
  date: Date;
  /** The person whose shortage or over it is. */
  person_name: string;
  /** The admin or manager who received or paid the amount. */
  staff_name: string;
  /** The reference of the end of day. */
  handover_reference: string;
  amount_fils: number;
  /** The rest of the shortage or over afterwards. */
  open_fils: number;
  person_signature: { png: Blob; typed: boolean };
  staff_signature: { png: Blob; typed: boolean };
};

const MESSAGES = {
  shortage: {
    title: msg`Receipt For A Shortage`,
    amount: msg`Paid`,
  },
  over: {
    title: msg`Receipt For An Over`,
    amount: msg`Paid back`,
  },
} as const;

/**
 * Creates the receipt of a payment towards a shortage, or of an over that is paid back, signed by both: an
 * A4 PDF. Create it once per command and store the bytes. Rejects if a signature is not a picture, or the PDF
 * library cannot be loaded.
 */
export async function makeSettlementReceipt(input: SettlementReceiptInput): Promise<Blob> {
  const messages = MESSAGES[input.account];
  const [person, staff] = await Promise.all([
    readPicture(input.person_signature.png),
    readPicture(input.staff_signature.png),
  ]);
  // Nothing is recorded yet: signing again is better than a receipt without its proof.
  if (!person || !staff) throw new Error('A signature of the settlement is not a picture');
  const title = translateDescriptor(messages.title);
  const paper = await openPaper(`${title} ${input.reference}`);
  const date = formatDateTime(input.date, input.time_zone);
  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input, date), y_mm);
  const lead = { label: translateDescriptor(messages.amount), amount_fils: input.amount_fils };
  y_mm = drawLeadAmount(paper, lead, y_mm + 2) + 7;
  const { person_name, staff_name, person_signature, staff_signature } = input;
  const signatures = [
    { role: t`Person`, name: person_name, picture: person, typed: person_signature.typed },
    { role: t`For the shop`, name: staff_name, picture: staff, typed: staff_signature.typed },
  ];
  const newPage = () =>
    continueOnNewPage(paper, input.product_name, t`${title}, ${input.reference} (continued)`);
  drawSignedEnding(paper, { statement: statementOf(input), signatures }, y_mm, newPage);
  drawFooters(paper, input.reference, t`Signed ${date}`);
  return paper.toBlob();
}

function statementOf({ account, handover_reference, open_fils }: SettlementReceiptInput): string {
  const left = formatMoney(open_fils);
  if (account === 'shortage') {
    return open_fils === 0
      ? t`The person named above paid the amount above towards the shortage of end of day ${handover_reference}. The shortage is settled.`
      : t`The person named above paid the amount above towards the shortage of end of day ${handover_reference}. ${left} is left to settle.`;
  }
  return open_fils === 0
    ? t`The person named above received the amount above, which was over at end of day ${handover_reference}. The over is settled.`
    : t`The person named above received the amount above, which was over at end of day ${handover_reference}. ${left} is left to settle.`;
}

function factsOf(input: SettlementReceiptInput, date: string): Fact[] {
  return [
    [t`Reference`, input.reference],
    [t`Date`, date],
    [t`Person`, input.person_name || '—'],
    [input.account === 'shortage' ? t`Received by` : t`Paid by`, input.staff_name || '—'],
    [t`Shop`, input.shop_name || '—'],
    [t`End of day`, input.handover_reference],
    [t`Left to settle`, formatMoney(input.open_fils)],
  ];
}
