import { CONTENT_MM, LEFT_MM, type Paper } from './paper.ts';

/** A line that would begin below this goes to the next page (ruling D5). */
const PAGE_BREAK_MM = 250;

/** Words over the full width, over as many pages as they need; returns the lower edge in mm on the last of them. */
export function drawFlowingText(paper: Paper, text: string, top_mm: number, newPage: () => number): number {
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
