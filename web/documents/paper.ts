import { drawnLinesOf } from './text/drawn-line.ts';
import { type TextBlock, type TextStyle, textBlock } from './text/text-block.ts';

/** A4 in mm, measured from the top left corner. */
export const PAGE = { width_mm: 210, height_mm: 297, margin_mm: 20 };
export const LEFT_MM = PAGE.margin_mm;
export const RIGHT_MM = PAGE.width_mm - PAGE.margin_mm;
export const CONTENT_MM = RIGHT_MM - LEFT_MM;

/** Colours of the screens' light theme. */
export const INK = '#13211f';
export const MUTED = '#51605d';
export const RULE = '#cdd6d4';
export const ACCENT = '#0b5f5a';
export const DANGER = '#b3261e';

type RuleLook = { weight_mm?: number; color?: string; left_mm?: number; right_mm?: number };

/** A PDF being drawn. Boxes are positioned by their top edge; all lengths are in mm. */
export type Paper = Awaited<ReturnType<typeof openPaper>>;

/** Loads the PDF library, so that the next document does not wait for the network. */
export async function preloadDocuments(): Promise<void> {
  await import('jspdf');
}

/** Starts a document. Rejects if the library cannot be loaded. */
export async function openPaper(title: string) {
  const { jsPDF } = await import('jspdf');
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  pdf.setProperties({ title });
  pdf.setLanguage('en');
  const drawn = drawnLinesOf(pdf);
  return {
    pdf,
    block: (text: string, style: TextStyle, width_mm?: number) => textBlock(text, style, width_mm),
    /**
     * Draws a block with its top at `top_mm`; `x_mm` is its left edge, or its right edge with align right.
     */
    draw(block: TextBlock, x_mm: number, top_mm: number, color = INK, align: 'left' | 'right' = 'left') {
      const { size_pt, bold = false } = block.style;
      pdf.setTextColor(color);
      const box_mm = Math.max(...block.lines.map((line) => line.width_mm));
      block.lines.forEach((line, index) => {
        const baseline_mm = top_mm + index * block.line_mm + block.ascent_mm;
        // A right-to-left paragraph is aligned to the right edge of its block.
        const inset_mm = line.rtl ? box_mm - line.width_mm : 0;
        const left_mm = align === 'right' ? x_mm - line.width_mm : x_mm + inset_mm;
        if (line.drawn) {
          drawn.draw(line, block.style, { left_mm, baseline_mm, color });
        } else if (line.text !== '') {
          pdf.setFont('helvetica', bold ? 'bold' : 'normal');
          pdf.setFontSize(size_pt);
          pdf.text(line.text, left_mm, baseline_mm);
        }
      });
    },
    /** Lays out one line, for amounts: text that is too wide gets a smaller size and is never broken. */
    oneLine(text: string, style: TextStyle, width_mm: number): TextBlock {
      const block = textBlock(text, style);
      const wide_mm = block.lines[0]?.width_mm ?? 0;
      if (wide_mm <= width_mm) return block;
      return textBlock(text, { ...style, size_pt: (style.size_pt * width_mm) / wide_mm });
    },
    /** Draws a horizontal line, by default from margin to margin. */
    rule(top_mm: number, look: RuleLook = {}): void {
      const { weight_mm = 0.2, color = RULE, left_mm = LEFT_MM, right_mm = RIGHT_MM } = look;
      pdf.setDrawColor(color);
      pdf.setLineWidth(weight_mm);
      pdf.setLineCap('butt');
      pdf.line(left_mm, top_mm, right_mm, top_mm);
    },
    /** Draws a frame from margin to margin. */
    frame(top_mm: number, bottom_mm: number, { weight_mm = 0.2, color = RULE }: RuleLook = {}): void {
      pdf.setDrawColor(color);
      pdf.setLineWidth(weight_mm);
      pdf.rect(LEFT_MM + weight_mm / 2, top_mm, CONTENT_MM - weight_mm, bottom_mm - top_mm, 'S');
    },
    /** Returns the finished file, `application/pdf`. */
    toBlob(): Blob {
      return pdf.output('blob');
    },
  };
}
