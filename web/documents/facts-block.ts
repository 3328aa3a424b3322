import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { CONTENT_MM, INK, LEFT_MM, MUTED, type Paper } from './paper.ts';

export type Fact = readonly [label: string, value: string];

/** Space between two columns. */
export const GUTTER_MM = 10;
export const COLUMN_MM = (CONTENT_MM - GUTTER_MM) / 2;
const ROW_GAP_MM = 3.2;

/**
 * Draws facts, label over value, two to a row, each row as high as its longer value; returns the lower edge
 * in mm.
 */
export function drawFacts(paper: Paper, facts: readonly Fact[], top_mm: number): number {
  let y_mm = top_mm;
  for (let first = 0; first < facts.length; first += 2) {
    const heights = facts.slice(first, first + 2).map((fact, column) => {
      const label = paper.block(fact[0], { size_pt: 8 }, COLUMN_MM);
      const value = paper.block(fact[1], { size_pt: 10.5 }, COLUMN_MM);
      const x_mm = LEFT_MM + column * (COLUMN_MM + GUTTER_MM);
      paper.draw(label, x_mm, y_mm, MUTED);
      paper.draw(value, x_mm, y_mm + label.height_mm);
      return label.height_mm + value.height_mm;
    });
    y_mm += Math.max(...heights) + ROW_GAP_MM;
  }
  return y_mm;
}

const PADDING_MM = 3;

/**
 * Draws the document's main amount, its largest figure, with a remark under it; returns the lower edge in mm.
 */
export function drawLeadAmount(
  paper: Paper,
  { label, amount_fils, remark }: { label: string; amount_fils: number; remark?: string | undefined },
  top_mm: number,
): number {
  const amount = paper.oneLine(formatMoney(amount_fils), { size_pt: 20, bold: true }, CONTENT_MM);
  const name = paper.block(label, { size_pt: 8 }, CONTENT_MM);
  paper.rule(top_mm, { weight_mm: 0.4, color: INK });
  let y_mm = top_mm + PADDING_MM;
  paper.draw(name, LEFT_MM, y_mm, MUTED);
  y_mm += name.height_mm;
  paper.draw(amount, LEFT_MM, y_mm);
  y_mm += amount.height_mm;
  if (remark) {
    const note = paper.block(remark, { size_pt: 10.5 }, CONTENT_MM);
    paper.draw(note, LEFT_MM, y_mm);
    y_mm += note.height_mm;
  }
  y_mm += PADDING_MM;
  paper.rule(y_mm, { weight_mm: 0.4, color: INK });
  return y_mm;
}
