import { CONTENT_MM, LEFT_MM, MUTED, type Paper } from './paper.ts';
import type { TextBlock } from './text-block.ts';

export type Fact = { label: string; value: string };

const GUTTER_MM = 10;
const COLUMN_MM = (CONTENT_MM - GUTTER_MM) / 2;
const ROW_GAP_MM = 3.2;

/** Two columns of label over value, row by row, each row as high as its longer value; returns its lower edge in mm. */
export function drawFacts(paper: Paper, facts: readonly (readonly [Fact, Fact])[], top_mm: number): number {
  let y_mm = top_mm;
  for (const row of facts) {
    const cells = row.map(({ label, value }) => ({
      label: paper.block(label, { size_pt: 8 }, COLUMN_MM),
      value: paper.block(value, { size_pt: 10.5 }, COLUMN_MM),
    }));
    cells.forEach(({ label, value }, column) => {
      const x_mm = LEFT_MM + column * (COLUMN_MM + GUTTER_MM);
      paper.draw(label, x_mm, y_mm, MUTED);
      paper.draw(value, x_mm, y_mm + label.height_mm);
    });
    y_mm += Math.max(...cells.map(heightOf)) + ROW_GAP_MM;
  }
  return y_mm;
}

const heightOf = ({ label, value }: { label: TextBlock; value: TextBlock }) =>
  label.height_mm + value.height_mm;
