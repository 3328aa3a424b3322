import type { jsPDF } from 'jspdf';
import type { BrowserLine } from './browser-lines.ts';
import { hiddenTextOf } from './hidden-text.ts';
import { drawOnCanvas, type InkBox, maskOf, release } from './line-picture.ts';
import { masksOf } from './pdf-masks.ts';
import { type Line, MM_PER_PT, type TextStyle } from './text-block.ts';

/** Resolution of one-bit lines, the same as laser printers. */
const MASK_DPI = 600;
/** Resolution of lines with their own colours. */
const COLOUR_DPI = 300;

type Place = { left_mm: number; baseline_mm: number; color: string };

/** Draws lines that need the browser's fonts: each as a picture with hidden text over it. */
export function drawnLinesOf(pdf: jsPDF) {
  const hidden = hiddenTextOf(pdf);
  const masks = masksOf(pdf);

  function drawPicture(
    shape: BrowserLine,
    ink: InkBox,
    { size_pt, bold = false }: TextStyle,
    at: Place,
  ): void {
    const em_px = (dpi: number) => (size_pt / 72) * dpi;
    const em_mm = size_pt * MM_PER_PT;
    const left_mm = at.left_mm + ink.left_em * em_mm;
    const top_mm = at.baseline_mm - ink.ascent_em * em_mm;
    const drawn = drawOnCanvas(shape, ink, { em_px: em_px(MASK_DPI), bold, color: '#000' });
    const mask = maskOf(drawn);
    release(drawn);
    if (mask) {
      masks.draw(mask, at.color, left_mm, top_mm, 25.4 / MASK_DPI);
      return;
    }
    const style = { em_px: em_px(COLOUR_DPI), bold, color: at.color };
    const coloured = drawOnCanvas(shape, ink, style);
    const { canvas } = coloured;
    const [width_mm, height_mm] = [canvas.width, canvas.height].map((px) => (px * 25.4) / COLOUR_DPI);
    pdf.addImage(
      canvas.toDataURL(),
      'PNG',
      left_mm,
      top_mm,
      width_mm ?? 0,
      height_mm ?? 0,
      undefined,
      'FAST',
    );
    release(coloured);
  }

  return {
    draw({ drawn }: Line, style: TextStyle, at: Place): void {
      if (drawn?.ink) drawPicture(drawn.line, drawn.ink, style, at);
      if (drawn) hidden.draw(drawn.line, style.size_pt, at.left_mm, at.baseline_mm);
    },
  };
}
