import { LAST_LINE_MM } from './page-frame.ts';
import { CONTENT_MM, LEFT_MM, type Paper } from './paper.ts';
import { type SignatureOnPaper, signaturesBlock } from './signatures-block.ts';

/**
 * Draws the statement that people sign, with their signatures below, both on one page: on the one that
 * `newPage` begins if this one is too short. `newPage` returns the upper edge in mm.
 */
export function drawSignedEnding(
  paper: Paper,
  { statement, signatures }: { statement: string; signatures: readonly SignatureOnPaper[] },
  top_mm: number,
  newPage: () => number,
): void {
  const text = paper.block(statement, { size_pt: 10.5 }, CONTENT_MM);
  const signed = signaturesBlock(paper, signatures);
  const text_mm = text.height_mm + 4;
  const y_mm = top_mm + text_mm + signed.height_mm > LAST_LINE_MM ? newPage() : top_mm;
  paper.draw(text, LEFT_MM, y_mm);
  signed.draw(y_mm + text_mm);
}
