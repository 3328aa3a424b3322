import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import { drawFacts, drawLeadAmount, type Fact } from './facts-block.ts';
import { continueOnNewPage, drawFooters, drawLetterhead, type Issuer, LAST_LINE_MM } from './page-frame.ts';
import { CONTENT_MM, LEFT_MM, openPaper } from './paper.ts';
import { readPicture } from './picture.ts';
import { signaturesBlock } from './signatures-block.ts';

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
  const { record_reference, record_name } = input;
  const paper = await openPaper(`${title} ${input.reference}`);
  const date = formatDateTime(input.date, input.time_zone);
  let y_mm = drawLetterhead(paper, title, input);
  y_mm = drawFacts(paper, factsOf(input, date), y_mm);
  y_mm = drawLeadAmount(paper, { label: t`Void amount`, amount_fils: input.amount_fils }, y_mm + 2) + 7;
  const statement = paper.block(
    input.other
      ? t`${record_name} ${record_reference} was made by mistake and is void. Its cash and card machine are where they were before.`
      : t`${record_name} ${record_reference} was made by mistake. It is void once another Manager or Admin has approved this in the app.`,
    { size_pt: 10.5 },
    CONTENT_MM,
  );
  const signatures = signaturesBlock(paper, [
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
  ]);
  if (y_mm + statement.height_mm + 4 + signatures.height_mm > LAST_LINE_MM)
    y_mm = continueOnNewPage(paper, input.product_name, t`${title}, ${input.reference} (continued)`);
  paper.draw(statement, LEFT_MM, y_mm);
  signatures.draw(y_mm + statement.height_mm + 4);
  drawFooters(paper, input.reference, t`Signed ${date}`);
  return paper.toBlob();
}

function factsOf(input: VoidDocumentInput, date: string): Fact[] {
  return [
    [t`Reference`, input.reference],
    [t`Date`, date],
    [t`Void record`, input.record_reference],
    [t`Recorded`, formatDateTime(input.recorded_at, input.time_zone)],
    [t`From`, input.from_name || '—'],
    [t`To`, input.to_name || '—'],
    [t`Shop`, input.shop_name || '—'],
    [t`Reason`, input.reason],
  ];
}
