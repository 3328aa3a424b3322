import type { jsPDF } from 'jspdf';

/** The side of the square that the shapes below are drawn in; the same shapes as on the screens. */
const GRID = 32;

/** The product's mark, a route that ends in a tick, in a square of `size_mm` whose top left corner is given. */
export function drawMark(pdf: jsPDF, left_mm: number, top_mm: number, size_mm: number, color: string): void {
  const unit = size_mm / GRID;
  pdf.setFillColor(color);
  pdf.roundedRect(left_mm, top_mm, size_mm, size_mm, 8 * unit, 8 * unit, 'F');
  pdf.setFillColor('#ffffff');
  pdf.circle(left_mm + 7.5 * unit, top_mm + 9 * unit, 2 * unit, 'F');
  pdf.setDrawColor('#ffffff');
  pdf.setLineWidth(3 * unit);
  pdf.setLineCap('round');
  pdf.setLineJoin('round');
  const route = [
    [0, 4.5],
    [0, 3.314, 2.686, 6, 6, 6],
    [1, 0],
    [3.5, 4],
    [7.5, -11],
  ].map((segment) => segment.map((length) => length * unit));
  pdf.lines(route, left_mm + 7.5 * unit, top_mm + 9 * unit, [1, 1], 'S', false);
}
