import { t } from '@lingui/core/macro';
import { type DateText, formatDate, formatDateTime } from '../../contract/rules/dates/dates.ts';
import { drawFacts, drawLeadAmount, type Fact } from './facts-block.ts';
import type { SignatureInput } from './handover-receipt.ts';
import {
  continueOnNewPage,
  drawFooters,
  drawLetterhead,
  type Issuer,
  LAST_LINE_MM,
  PAGE_BREAK_MM,
} from './page-frame.ts';
import { CONTENT_MM, LEFT_MM, MUTED, openPaper, type Paper, RULE } from './paper.ts';
import { drawPicture, fitInto, type Picture, readPicture } from './picture.ts';
import { signaturesBlock } from './signatures-block.ts';

export type DepositReceiptInput = Issuer & {
  reference: string;
  /** For example `2026-11-20`. */
  deposit_date: DateText;
  amount_fils: number;
  manager_name: string;
  notes: string | null;
  /** The bank's slip; null prints a note that it could not be loaded. */
  invoice_image: Blob | null;
  signature: SignatureInput | null;
  generated_at: Date;
};

/** With less space than this the slip would be unreadable, so it gets a page of its own. */
const MIN_IMAGE_MM = 85;
const MAX_MM_PER_PX = 0.25;
const HEADING_MM = 5;

/**
 * Creates the deposit receipt with the bank's slip and the manager's signature: an A4 PDF (specification
 * section 7). A picture that cannot be added is replaced by a note. Create it once per command, because two
 * runs differ. Rejects if the PDF library cannot be loaded.
 */
export async function makeDepositReceipt(input: DepositReceiptInput): Promise<Blob> {
  const [image, ink] = await Promise.all([
    input.invoice_image && readPicture(input.invoice_image),
    input.signature && readPicture(input.signature.png),
  ]);
  const title = t`Bank Deposit Receipt`;
  const paper = await openPaper(`${title} ${input.reference}`);
  const generated = t`Generated ${formatDateTime(input.generated_at, input.time_zone)}`;
  const newPage = () =>
    continueOnNewPage(paper, input.product_name, t`${title}, ${input.reference} (continued)`);

  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input), y_mm);
  y_mm = drawLeadAmount(paper, { label: t`Amount`, amount_fils: input.amount_fils }, y_mm + 2) + 5;
  if (input.notes?.trim()) {
    y_mm = drawHeading(paper, t`Notes`, y_mm);
    y_mm = drawFlowingText(paper, input.notes, y_mm, newPage) + 4;
  }
  const signature = signaturesBlock(paper, [
    {
      role: t`Manager`,
      name: input.manager_name,
      picture: ink,
      typed: Boolean(ink && input.signature?.typed),
    },
  ]);
  y_mm = drawSlip(paper, image, y_mm, signature.height_mm + 4, newPage) + 4;
  if (y_mm + signature.height_mm > LAST_LINE_MM) y_mm = newPage();
  signature.draw(y_mm);
  drawFooters(paper, input.reference, generated);
  return paper.toBlob();
}

function factsOf(input: DepositReceiptInput): Fact[] {
  return [
    [t`Reference`, input.reference],
    [t`Deposit date`, formatDate(`${input.deposit_date}T00:00:00Z`, 'UTC')],
    [t`Manager`, input.manager_name || '—'],
    [t`Shop`, t`Shop #${input.shop_id}`],
  ];
}

function drawHeading(paper: Paper, text: string, top_mm: number): number {
  const heading = paper.block(text, { size_pt: 8 }, CONTENT_MM);
  paper.draw(heading, LEFT_MM, top_mm, MUTED);
  return top_mm + heading.height_mm + 0.8;
}

/**
 * Draws text over the full width and as many pages as it needs; returns its lower edge in mm on the last
 * page.
 */
function drawFlowingText(paper: Paper, text: string, top_mm: number, newPage: () => number): number {
  const block = paper.block(text, { size_pt: 10.5 }, CONTENT_MM);
  let y_mm = top_mm;
  let rest = block.lines;
  while (rest.length > 0) {
    if (y_mm > PAGE_BREAK_MM) y_mm = newPage();
    const room = Math.max(1, Math.ceil((PAGE_BREAK_MM - y_mm) / block.line_mm));
    const lines = rest.slice(0, room);
    paper.draw({ ...block, lines }, LEFT_MM, y_mm);
    y_mm += lines.length * block.line_mm;
    rest = rest.slice(room);
    if (rest.length > 0) y_mm = newPage();
  }
  return y_mm;
}

/**
 * Draws the slip as large as fits above the signature, which needs `below_mm`; returns its lower edge in mm.
 */
function drawSlip(
  paper: Paper,
  image: Picture | null,
  top_mm: number,
  below_mm: number,
  newPage: () => number,
): number {
  const roomFrom = (from_mm: number) => LAST_LINE_MM - below_mm - HEADING_MM - from_mm;
  const room = { width_mm: CONTENT_MM, height_mm: 1e9 };
  const wanted_mm = image ? fitInto(image, room, MAX_MM_PER_PX).height_mm : HEADING_MM;
  const start_mm = roomFrom(top_mm) < Math.min(wanted_mm, MIN_IMAGE_MM) ? newPage() : top_mm;
  const y_mm = drawHeading(paper, t`Bank deposit invoice`, start_mm);
  try {
    if (!image) throw new Error('The invoice image is missing');
    const size = fitInto(image, { ...room, height_mm: roomFrom(start_mm) }, MAX_MM_PER_PX);
    drawPicture(paper, image, 'photo', { left_mm: LEFT_MM, top_mm: y_mm, ...size });
    paper.pdf.setDrawColor(RULE);
    paper.pdf.setLineWidth(0.2);
    paper.pdf.rect(LEFT_MM, y_mm, size.width_mm, size.height_mm);
    return y_mm + size.height_mm;
  } catch {
    const note = paper.block(t`Invoice image could not be loaded`, { size_pt: 10.5 }, CONTENT_MM);
    paper.draw(note, LEFT_MM, y_mm);
    return y_mm + note.height_mm;
  }
}
