import { CONTENT_MM, LEFT_MM, MUTED, type Paper } from './paper.ts';

export type Fact = readonly [label: string, value: string];

const GUTTER_MM = 10;
const COLUMN_MM = (CONTENT_MM - GUTTER_MM) / 2;
const ROW_GAP_MM = 3.2;

/** Label over value, two to a row, each row as high as its longer value; returns the lower edge in mm. */
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
