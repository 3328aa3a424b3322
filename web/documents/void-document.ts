import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import { drawFacts, drawLeadAmount, type Fact } from './facts-block.ts';
import { continueOnNewPage, drawFooters, drawLetterhead, type Issuer, LAST_LINE_MM } from './page-frame.ts';
import { CONTENT_MM, DANGER, LEFT_MM, MUTED, openPaper, type Paper } from './paper.ts';
import { readPicture } from './picture.ts';
import { drawSignedEnding } from './signed-ending.ts';

export type VoidDocumentInput = Issuer & {
  reference: string;
  /** The reference of the voided record. */
  record_reference: string;
  /** The name of the record's kind, such as "End of day". */
  record_name: string;
  /** The time of the record, and of the void. */
  recorded_at: Date;
  date: Date;
  from_name: string;
  to_name: string;
  amount_fils: number;
  reason: string;
  own_name: string;
  /** False if that user has not signed the record, but approves its void. */
  own_is_signer?: boolean;
  own_signature: { png: Blob; typed: boolean };
  /** Null if the void needs the approval of a second person, who approves it in the app. */
  other: { name: string; signature: { png: Blob; typed: boolean } } | null;
};

/**
 * Creates the document of a void with both references: an A4 PDF next to the voided record's own, which
 * stays. Create it once per command and store the bytes. Rejects if a signature is not a picture, or the PDF
 * library cannot be loaded.
 */
export async function makeVoidDocument(input: VoidDocumentInput): Promise<Blob> {
  const [own, other] = await Promise.all([
    readPicture(input.own_signature.png),
    input.other && readPicture(input.other.signature.png),
  ]);
  // Nothing is recorded yet: signing again is better than a document without its proof.
  if (!own || (input.other && !other)) throw new Error('A signature of the void is not a picture');
  const title = t`VOID`;
  const paper = await openPaper(`${title} ${input.reference}`);
  const date = formatDateTime(input.date, input.time_zone);
  const newPage = () =>
    continueOnNewPage(paper, input.product_name, t`${title}, ${input.reference} (continued)`);

  let y_mm = drawLetterhead(paper, t`Void Of A Cash Record`, input);
  y_mm = drawStamp(paper, title, input, y_mm) + 7;
  y_mm = drawFacts(paper, factsOf(input, date), y_mm);
  y_mm = drawLeadAmount(paper, { label: t`Void amount`, amount_fils: input.amount_fils }, y_mm + 2) + 5;
  y_mm = drawReason(paper, input.reason, y_mm, newPage) + 6;

  const signatures = [
    {
      role: input.own_is_signer === false ? t`Approved by` : t`Signer of the record`,
      name: input.own_name,
      picture: own,
      typed: input.own_signature.typed,
    },
    ...(input.other && other
      ? [
          {
            role: t`Signer of the record`,
            name: input.other.name,
            picture: other,
            typed: input.other.signature.typed,
          },
        ]
      : []),
  ];
  drawSignedEnding(paper, { statement: statementOf(input), signatures }, y_mm, newPage);
  drawFooters(paper, input.reference, t`Signed ${date}`);
  return paper.toBlob();
}

const STAMP_MM = { padding: 4, gutter: 6, line: 1.2 };

/**
 * Draws the word VOID in a frame, the largest text of the page, next to both references; returns the lower
 * edge in mm.
 */
function drawStamp(paper: Paper, title: string, input: VoidDocumentInput, top_mm: number): number {
  const { padding, gutter, line } = STAMP_MM;
  const word = paper.oneLine(title, { size_pt: 46, bold: true }, CONTENT_MM / 2);
  const word_mm = Math.max(...word.lines.map(({ width_mm }) => width_mm));
  const left_mm = LEFT_MM + padding + word_mm + gutter;
  const width_mm = LEFT_MM + CONTENT_MM - padding - left_mm;
  const rows = (
    [
      [input.record_name, input.record_reference],
      [t`Void`, input.reference],
      ...(input.other ? [] : [[t`Valid`, t`once another Manager or Admin has approved it`]]),
    ] as const
  ).map(([name, reference]) => ({
    label: paper.block(name, { size_pt: 8 }, width_mm),
    value: paper.block(reference, { size_pt: 10.5, bold: true }, width_mm),
  }));
  const rows_mm = rows.reduce((sum, { label, value }) => sum + label.height_mm + value.height_mm, 2);
  const inner_mm = Math.max(word.height_mm, rows_mm);
  const bottom_mm = top_mm + inner_mm + 2 * padding;
  paper.frame(top_mm, bottom_mm, { weight_mm: line, color: DANGER });
  paper.draw(word, LEFT_MM + padding, top_mm + padding + (inner_mm - word.height_mm) / 2, DANGER);
  let y_mm = top_mm + padding + (inner_mm - rows_mm) / 2;
  for (const { label, value } of rows) {
    paper.draw(label, left_mm, y_mm, MUTED);
    paper.draw(value, left_mm, y_mm + label.height_mm);
    y_mm += label.height_mm + value.height_mm + 2;
  }
  return bottom_mm;
}

function drawReason(paper: Paper, reason: string, top_mm: number, newPage: () => number): number {
  const label = paper.block(t`Reason`, { size_pt: 8 }, CONTENT_MM);
  const text = paper.block(reason, { size_pt: 10.5 }, CONTENT_MM);
  const height_mm = label.height_mm + text.height_mm;
  const y_mm = top_mm + height_mm > LAST_LINE_MM ? newPage() : top_mm;
  paper.draw(label, LEFT_MM, y_mm, MUTED);
  paper.draw(text, LEFT_MM, y_mm + label.height_mm);
  return y_mm + height_mm;
}

function statementOf({ other }: VoidDocumentInput): string {
  return other
    ? t`The record named above was made by mistake and is void. Its cash and card machine are where they were before. Its own documents stay stored.`
    : t`The record named above was made by mistake. It is void once another Manager or Admin has approved this in the app; until then it counts.`;
}

function factsOf(input: VoidDocumentInput, date: string): Fact[] {
  return [
    [t`Date of the void`, date],
    [t`Recorded`, formatDateTime(input.recorded_at, input.time_zone)],
    [t`From`, input.from_name || '—'],
    [t`To`, input.to_name || '—'],
    [t`Shop`, input.shop_name || '—'],
  ];
}
