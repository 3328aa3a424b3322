import { msg, t } from '@lingui/core/macro';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import type { DifferenceChoice } from '../../contract/rules/differences.ts';
import type { DriverHandoverType } from '../../contract/rules/references.ts';
import { translateDescriptor } from '../messages/i18n.ts';
import { differenceText } from '../messages/order-messages.ts';
import { drawFacts, drawLeadAmount, type Fact } from './facts-block.ts';
import { drawGoods, type GoodsOnReceipt } from './goods-table.ts';
import { continueOnNewPage, drawFooters, drawLetterhead, type Issuer } from './page-frame.ts';
import { openPaper } from './paper.ts';
import { readPicture } from './picture.ts';
import { drawSignedEnding } from './signed-ending.ts';

export type SignatureInput = { png: Blob; typed: boolean };

export type HandoverReceiptInput = Issuer & {
  reference: string;
  handover_type: DriverHandoverType;
  /** The time of the agreement. */
  date: Date;
  driver_name: string;
  admin_name: string;
  amount_fils: number;
  /**
   * Amount received minus the estimate: negative is short. Null if it is unknown, and at the start of a day.
   */
  difference_fils: number | null;
  /** The signed choice about the difference. */
  difference_choice?: DifferenceChoice;
  /** True if a card machine was handed over; an object with its number if card machines are registered. */
  card_machine: { number: string | null } | boolean;
  /** Decisions of an end of day. The driver is responsible for missing goods. */
  goods?: readonly GoodsOnReceipt[];
  driver_signature: SignatureInput;
  admin_signature: SignatureInput;
};

const MESSAGES = {
  start: {
    title: msg`Start Of Day Handover Receipt`,
    machine: msg`Card machine given to driver`,
    amount: msg`Amount given`,
    statement: msg`The admin gave and the driver received the amount above, and the card machine as stated.`,
  },
  end: {
    title: msg`End Of Day Handover Receipt`,
    machine: msg`Card machine received from driver`,
    amount: msg`Amount received`,
    statement: msg`The driver gave and the admin received the amount above, and the card machine as stated.`,
  },
  drop: {
    title: msg`Receipt For Cash During The Day`,
    machine: msg`Card machine`,
    amount: msg`Amount received`,
    statement: msg`The driver gave and the admin received the amount above during the day. Nothing was compared, and the card machine stays with the driver.`,
  },
} as const;

/**
 * Creates the handover receipt signed by driver and admin: an A4 PDF (specification section 7). Create it
 * once per command and store the bytes, because two runs differ. Rejects if a signature is not a picture, or
 * the PDF library cannot be loaded.
 */
export async function makeHandoverReceipt(input: HandoverReceiptInput): Promise<Blob> {
  const messages = MESSAGES[input.handover_type];
  const [driver, admin] = await Promise.all([
    readPicture(input.driver_signature.png),
    readPicture(input.admin_signature.png),
  ]);
  // Nothing is recorded yet: signing again is better than a receipt without its proof.
  if (!driver || !admin) throw new Error('A signature of the handover is not a picture');
  const title = translateDescriptor(messages.title);
  const paper = await openPaper(`${title} ${input.reference}`);
  const date = formatDateTime(input.date, input.time_zone);
  const newPage = () =>
    continueOnNewPage(paper, input.product_name, t`${title}, ${input.reference} (continued)`);

  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input, date), y_mm);
  const remark = input.difference_fils ? differenceText(input.difference_fils) : undefined;
  const lead = { label: translateDescriptor(messages.amount), amount_fils: input.amount_fils, remark };
  y_mm = drawLeadAmount(paper, lead, y_mm + 2) + 7;

  const { goods = [], driver_name } = input;
  if (goods.length > 0) y_mm = drawGoods(paper, goods, driver_name, y_mm, newPage) + 7;

  const signatures = [
    { role: t`Driver`, name: input.driver_name, picture: driver, typed: input.driver_signature.typed },
    { role: t`Admin`, name: input.admin_name, picture: admin, typed: input.admin_signature.typed },
  ];
  drawSignedEnding(paper, { statement: statementOf(input), signatures }, y_mm, newPage);
  drawFooters(paper, input.reference, t`Signed ${date}`);
  return paper.toBlob();
}

function statementOf(input: HandoverReceiptInput): string {
  const { handover_type, goods = [] } = input;
  return [
    translateDescriptor(MESSAGES[handover_type].statement),
    ...(goods.length === 0 ? [] : [t`Both agree with the decisions about the goods above.`]),
    ...differenceStatement(input),
  ].join(' ');
}

/** States what both agreed about a difference; empty without one, and for receipts without the choice. */
function differenceStatement({
  difference_choice,
  difference_fils,
  driver_name,
}: HandoverReceiptInput): string[] {
  if (!difference_fils || difference_choice === undefined) return [];
  if (difference_choice === 'kept') return [t`The difference stays with the driver.`];
  const amount = formatMoney(Math.abs(difference_fils));
  return difference_fils < 0
    ? [t`Both agree that ${amount} is a shortage of ${driver_name}.`]
    : [t`Both agree that ${driver_name} is over by ${amount}.`];
}

function factsOf(input: HandoverReceiptInput, date: string): Fact[] {
  return [
    [t`Reference`, input.reference],
    [t`Date`, date],
    [t`Driver`, input.driver_name || '—'],
    [t`Admin`, input.admin_name || '—'],
    [t`Shop`, input.shop_name || '—'],
    ...(input.handover_type === 'drop'
      ? []
      : [
          [
            translateDescriptor(MESSAGES[input.handover_type].machine),
            machineText(input.card_machine),
          ] satisfies Fact,
        ]),
  ];
}

function machineText(card_machine: HandoverReceiptInput['card_machine']): string {
  if (typeof card_machine === 'boolean') return card_machine ? t`Yes` : t`No`;
  return card_machine.number ? t`Yes, ${card_machine.number}` : t`Yes`;
}
