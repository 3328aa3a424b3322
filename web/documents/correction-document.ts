import { t } from '@lingui/core/macro';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import type { DeliveryFacts } from '../../contract/schemas/corrections.ts';
import { drawFacts, type Fact } from './facts-block.ts';
import { continueOnNewPage, drawFooters, drawLetterhead, type Issuer, LAST_LINE_MM } from './page-frame.ts';
import { CONTENT_MM, LEFT_MM, MUTED, openPaper, type Paper } from './paper.ts';
import { type Column, drawTable } from './ruled-table.ts';

export type CorrectionDocumentInput = Issuer & {
  order_number: string;
  command_id: string;
  delivered_at: Date;
  /** The time of the correction. */
  date: Date;
  driver_name: string;
  /** The user who corrects: the driver, or a Manager. */
  by_name: string;
  before: DeliveryFacts;
  after: DeliveryFacts;
  photo_added: boolean;
  /** The Manager's reason; null for a driver's own correction. */
  reason: string | null;
  /** True if the correction is known to count only once a second person has approved it. */
  needs_approval: boolean;
};

/**
 * Creates the document of a corrected delivery: an A4 PDF that states what was recorded before and after it.
 * The delivery's own documents stay stored. Create it once per command and store the bytes. Rejects if the
 * PDF library cannot be loaded.
 */
export async function makeCorrectionDocument(input: CorrectionDocumentInput): Promise<Blob> {
  const { order_number } = input;
  const title = t`Corrected Delivery`;
  const paper = await openPaper(`${title} ${order_number}`);
  const date = formatDateTime(input.date, input.time_zone);
  const newPage = () =>
    continueOnNewPage(paper, input.product_name, t`${title}, order ${order_number} (continued)`);
  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input, date), y_mm);
  y_mm = drawTable(paper, columns(), rowsOf(input), y_mm + 3, newPage) + 5;
  for (const [label, text] of endingOf(input)) y_mm = drawText(paper, label, text, y_mm, newPage) + 4;
  drawFooters(paper, input.command_id, t`Corrected ${date}`);
  return paper.toBlob();
}

function columns(): Column[] {
  return [
    { head: t`Recorded`, width_mm: 46, align: 'left' },
    { head: t`Before`, width_mm: 62, align: 'left' },
    { head: t`After`, width_mm: 62, align: 'left' },
  ];
}

function factsOf(input: CorrectionDocumentInput, date: string): Fact[] {
  return [
    [t`Order number`, input.order_number],
    [t`Amount due`, formatMoney(input.after.due_fils)],
    [t`Delivered at`, formatDateTime(input.delivered_at, input.time_zone)],
    [t`Driver`, input.driver_name || '—'],
    [t`Date of the correction`, date],
    [t`Corrected by`, input.by_name || '—'],
  ];
}

function rowsOf({ before, after, photo_added }: CorrectionDocumentInput): string[][] {
  const rows: [label: string, value: (facts: DeliveryFacts) => string][] = [
    [t`Cash`, ({ cash_fils }) => formatMoney(cash_fils)],
    [t`Card machine`, ({ collected_fils, cash_fils }) => formatMoney(collected_fils - cash_fils)],
    [t`Payment link`, ({ link_fils, link_reference }) => byReference(link_fils, link_reference)],
    [
      t`Bank transfer`,
      ({ transfer_fils, transfer_reference }) => byReference(transfer_fils, transfer_reference),
    ],
    [t`Rounding`, ({ rounding_fils }) => formatMoney(rounding_fils)],
    [t`Customer`, ({ customer_name }) => customer_name ?? '—'],
  ];
  const always = [t`Cash`, t`Card machine`, t`Customer`];
  const none = [formatMoney(0), '—'];
  const shown = rows
    .map(([label, value]) => [label, value(before), value(after)])
    .filter(([label = '', ...values]) => always.includes(label) || values.some((one) => !none.includes(one)));
  return photo_added ? [...shown, [t`Photo`, '—', t`One photo added`]] : shown;
}

function byReference(amount_fils: number, reference: string | null): string {
  return reference === null ? formatMoney(amount_fils) : `${formatMoney(amount_fils)}, ${reference}`;
}

function endingOf(input: CorrectionDocumentInput): [label: string | null, text: string][] {
  const { after, reason, needs_approval } = input;
  const counts = countsFrom({ reason, needs_approval });
  const paragraphs: [label: string | null, text: string | null][] = [
    [t`Why less was taken`, after.short_reason],
    [t`Reason`, reason],
    [null, counts],
  ];
  return paragraphs.flatMap(([label, text]): [string | null, string][] =>
    text === null ? [] : [[label, text]],
  );
}

/** A driver's device may have been offline, so it cannot know that a correction needs no approval. */
function countsFrom({ reason, needs_approval }: Pick<CorrectionDocumentInput, 'reason' | 'needs_approval'>) {
  if (needs_approval)
    return t`The correction counts once a Manager or Admin has approved it in the app. The first photo and delivery note stay stored.`;
  if (reason === null)
    return t`The correction counts once it is recorded, and approved in the app if it needs an approval. The first photo and delivery note stay stored.`;
  return t`The delivery counts as recorded after the correction. The first photo and delivery note stay stored.`;
}

/**
 * Draws a paragraph with an optional label, on a new page if it does not fit; returns its lower edge in mm.
 */
function drawText(
  paper: Paper,
  label: string | null,
  text: string,
  top_mm: number,
  newPage: () => number,
): number {
  const name = label === null ? null : paper.block(label, { size_pt: 8 }, CONTENT_MM);
  const paragraph = paper.block(text, { size_pt: 10.5 }, CONTENT_MM);
  const label_mm = name?.height_mm ?? 0;
  const y_mm = top_mm + label_mm + paragraph.height_mm > LAST_LINE_MM ? newPage() : top_mm;
  if (name) paper.draw(name, LEFT_MM, y_mm, MUTED);
  paper.draw(paragraph, LEFT_MM, y_mm + label_mm);
  return y_mm + label_mm + paragraph.height_mm;
}
