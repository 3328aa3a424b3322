import { t } from '@lingui/core/macro';
import type { jsPDF } from 'jspdf';
import { ACCENT, CONTENT_MM, LEFT_MM, MUTED, type Paper, RIGHT_MM } from './paper.ts';

/** The issuer of a document. */
export type Issuer = { product_name: string; shop_name: string; shop_id: number; time_zone: string };

const FOOTER_MM = 282;
/** Content that belongs together stays above this line, in mm. */
export const LAST_LINE_MM = 274;
/** A line or row that would begin below this is moved to the next page (ruling D5). */
export const PAGE_BREAK_MM = 250;

/** Draws product, shop and title at the top of the first page; returns the top of the content in mm. */
export function drawLetterhead(paper: Paper, title: string, of: Issuer): number {
  const { product_name, shop_name, shop_id } = of;
  const top_mm = 20;
  drawMark(paper.pdf, LEFT_MM, top_mm, 12, ACCENT);
  const product = paper.block(product_name, { size_pt: 15, bold: true }, 80);
  const tagline = paper.block(t`Driver Management System`, { size_pt: 8.5 }, 80);
  paper.draw(product, LEFT_MM + 16, top_mm + 0.2);
  paper.draw(tagline, LEFT_MM + 16, top_mm + 0.2 + product.height_mm, MUTED);
  const shop = paper.block(shop_name, { size_pt: 11 }, 68);
  const number = paper.block(t`Shop #${shop_id}`, { size_pt: 8.5 }, 68);
  paper.draw(shop, RIGHT_MM, top_mm + 1.2, undefined, 'right');
  paper.draw(number, RIGHT_MM, top_mm + 1.8 + shop.height_mm, MUTED, 'right');

  const head_mm = Math.max(12, product.height_mm + tagline.height_mm, shop.height_mm + number.height_mm + 2);
  const rule_mm = top_mm + head_mm + 5;
  paper.rule(rule_mm, { weight_mm: 0.5, color: ACCENT });
  const heading = paper.block(title, { size_pt: 20, bold: true }, CONTENT_MM);
  paper.draw(heading, LEFT_MM, rule_mm + 6);
  return rule_mm + 6 + heading.height_mm + 5;
}

/** Starts a new page with a line that names the continued document; returns the top of the content in mm. */
export function continueOnNewPage(paper: Paper, left: string, right: string): number {
  paper.pdf.addPage();
  const half_mm = CONTENT_MM / 2 - 4;
  const blocks = [left, right].map((text) => paper.block(text, { size_pt: 8.5 }, half_mm));
  blocks.forEach((block, index) => {
    paper.draw(block, index === 0 ? LEFT_MM : RIGHT_MM, 20, MUTED, index === 0 ? 'left' : 'right');
  });
  const rule_mm = 20 + Math.max(...blocks.map((block) => block.height_mm)) + 1.5;
  paper.rule(rule_mm, { weight_mm: 0.5, color: ACCENT });
  return rule_mm + 7;
}

/** Draws reference, time and page number at the foot of every page. Call it once, when all pages exist. */
export function drawFooters(paper: Paper, reference: string, time: string): void {
  const pages = paper.pdf.getNumberOfPages();
  for (let page = 1; page <= pages; page += 1) {
    paper.pdf.setPage(page);
    paper.rule(FOOTER_MM - 2);
    const style = { size_pt: 7.5 };
    paper.draw(paper.block(t`Reference ${reference}`, style, 85), LEFT_MM, FOOTER_MM, MUTED);
    paper.draw(paper.block(time, style, 40), LEFT_MM + 92, FOOTER_MM, MUTED);
    paper.draw(paper.block(t`Page ${page} of ${pages}`, style), RIGHT_MM, FOOTER_MM, MUTED, 'right');
  }
}

/** Side of the square in which the shapes below are drawn; the screens use the same shapes. */
const GRID = 32;

/**
 * Draws the product's mark, a route that ends in a tick, in a square of `size_mm` with the given top left
 * corner.
 */
function drawMark(pdf: jsPDF, left_mm: number, top_mm: number, size_mm: number, color: string): void {
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
