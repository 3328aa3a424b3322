import { PAGE_BREAK_MM } from './page-frame.ts';
import { CONTENT_MM, INK, LEFT_MM, MUTED, type Paper } from './paper.ts';

export type Column = { head: string; width_mm: number; align: 'left' | 'right' };

const CELL_GAP_MM = 4;
const ROW_PADDING_MM = 1.5;

/**
 * Draws a table with a ruled head, repeated on each new page; text wraps, amounts do not. `newPage` starts a
 * page and returns the top of its content. Returns the lower edge of the last row in mm.
 */
export function drawTable(
  paper: Paper,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  top_mm: number,
  newPage: () => number,
): number {
  const drawHead = (head_mm: number): number => {
    const heads = columns.map(({ head }) => head);
    const below_mm = drawRow(paper, columns, heads, head_mm, { size_pt: 8, bold: true }, MUTED);
    paper.rule(below_mm, { weight_mm: 0.4, color: INK });
    return below_mm;
  };
  let y_mm = drawHead(top_mm);
  for (const row of rows) {
    if (y_mm > PAGE_BREAK_MM) y_mm = drawHead(newPage());
    y_mm = drawRow(paper, columns, row, y_mm, { size_pt: 9.5 }, INK);
    paper.rule(y_mm);
  }
  return y_mm;
}

function drawRow(
  paper: Paper,
  columns: readonly Column[],
  cells: readonly string[],
  top_mm: number,
  style: { size_pt: number; bold?: boolean },
  color: string,
): number {
  let left_mm = LEFT_MM;
  let height_mm = 0;
  columns.forEach(({ width_mm, align }, index) => {
    const isLast = left_mm + width_mm >= LEFT_MM + CONTENT_MM;
    const inner_mm = isLast ? width_mm : width_mm - CELL_GAP_MM;
    const text = cells[index] ?? '';
    const block =
      align === 'right' ? paper.oneLine(text, style, inner_mm) : paper.block(text, style, inner_mm);
    const x_mm = align === 'right' ? left_mm + inner_mm : left_mm;
    paper.draw(block, x_mm, top_mm + ROW_PADDING_MM, color, align);
    height_mm = Math.max(height_mm, block.height_mm);
    left_mm += width_mm;
  });
  return top_mm + height_mm + 2 * ROW_PADDING_MM;
}
