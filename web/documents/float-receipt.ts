import { msg, t } from '@lingui/core/macro';
import type { FloatDirection } from '../../contract/operations/dashboard/cash/record-float.schema.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import { translateDescriptor } from '../messages/i18n.ts';
import { drawFacts, drawLeadAmount, type Fact } from './facts-block.ts';
import { continueOnNewPage, drawFooters, drawLetterhead, type Issuer } from './page-frame.ts';
import { openPaper } from './paper.ts';
import { readPicture } from './picture.ts';
import { drawSignedEnding } from './signed-ending.ts';

export type FloatReceiptInput = Issuer & {
  reference: string;
  direction: FloatDirection;
  /** The time of the signatures. */
  date: Date;
  amount_fils: number;
  /** True if the float counts only once a Manager or Admin who has not signed it approves it. */
  needs_approval?: boolean;
  admin_name: string;
  manager_name: string;
  admin_signature: { png: Blob; typed: boolean };
  manager_signature: { png: Blob; typed: boolean };
};

const MESSAGES = {
  issue: {
    title: msg`Float Receipt`,
    amount: msg`Taken out of the safe`,
    statement: msg`The admin received the amount above from the safe in the manager's presence.`,
  },
  return: {
    title: msg`Float Return Receipt`,
    amount: msg`Put back into the safe`,
    statement: msg`The admin returned the amount above to the safe in the manager's presence.`,
  },
} as const;

/**
 * Creates the float receipt signed by admin and manager: an A4 PDF. Create it once per command and store the
 * bytes. Rejects if a signature is not a picture, or the PDF library cannot be loaded.
 */
export async function makeFloatReceipt(input: FloatReceiptInput): Promise<Blob> {
  const messages = MESSAGES[input.direction];
  const [admin, manager] = await Promise.all([
    readPicture(input.admin_signature.png),
    readPicture(input.manager_signature.png),
  ]);
  // Nothing is recorded yet: signing again is better than a receipt without its proof.
  if (!admin || !manager) throw new Error('A signature of the float is not a picture');
  const title = translateDescriptor(messages.title);
  const paper = await openPaper(`${title} ${input.reference}`);
  const date = formatDateTime(input.date, input.time_zone);
  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input, date), y_mm);
  y_mm =
    drawLeadAmount(
      paper,
      { label: translateDescriptor(messages.amount), amount_fils: input.amount_fils },
      y_mm + 2,
    ) + 7;
  const signatures = [
    { role: t`Admin`, name: input.admin_name, picture: admin, typed: input.admin_signature.typed },
    { role: t`Manager`, name: input.manager_name, picture: manager, typed: input.manager_signature.typed },
  ];
  const newPage = () =>
    continueOnNewPage(paper, input.product_name, t`${title}, ${input.reference} (continued)`);
  drawSignedEnding(paper, { statement: statementOf(input), signatures }, y_mm, newPage);
  drawFooters(paper, input.reference, t`Signed ${date}`);
  return paper.toBlob();
}

function statementOf({ direction, needs_approval = false }: FloatReceiptInput): string {
  if (!needs_approval) return translateDescriptor(MESSAGES[direction].statement);
  return t`Both agree that the admin receives the amount above from the safe. It is above the limit of the shop: the float is recorded, and the cash leaves the safe, once a Manager or Admin who has not signed it approves it.`;
}

function factsOf(input: FloatReceiptInput, date: string): Fact[] {
  const [from, to] = input.direction === 'issue' ? [t`Safe`, input.admin_name] : [input.admin_name, t`Safe`];
  return [
    [t`Reference`, input.reference],
    [t`Date`, date],
    [t`From`, from],
    [t`To`, to],
    [t`Shop`, input.shop_name || '—'],
    [t`Manager`, input.manager_name],
  ];
}
