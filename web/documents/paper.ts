import type { jsPDF } from 'jspdf';
import { fontsOf, loadNoto, MM_PER_PT, needsNoto, type PdfFonts, setFace } from './pdf-fonts.ts';
import { placeSigns } from './signs.ts';
import { type Line, type TextBlock, type TextStyle, textBlock } from './text-block.ts';

/** A4 in millimetres, measured from the top left corner. */
export const PAGE = { width_mm: 210, height_mm: 297, margin_mm: 20 };
export const LEFT_MM = PAGE.margin_mm;
export const RIGHT_MM = PAGE.width_mm - PAGE.margin_mm;
export const CONTENT_MM = RIGHT_MM - LEFT_MM;

/** The screens' light colours. */
export const INK = '#13211f';
export const MUTED = '#51605d';
export const RULE = '#cdd6d4';
export const ACCENT = '#0b5f5a';

type RuleLook = { weight_mm?: number; color?: string; left_mm?: number; right_mm?: number };

/** One PDF being drawn. Boxes hang from their top edge; every length is in mm. */
export type Paper = Awaited<ReturnType<typeof openPaper>>;

/** Loads what documents are made with, so that the next one does not wait for the network. */
export async function preloadDocuments(): Promise<void> {
  await Promise.all([import('jspdf'), loadNoto()]);
}

/** Starts a document. `texts`, all that will be drawn, decide about the second font. Rejects when it or the library cannot be loaded. */
export async function openPaper(title: string, texts: readonly string[]) {
  const noto = texts.some(needsNoto) ? loadNoto() : Promise.resolve(null);
  const [{ jsPDF }, notoFile] = await Promise.all([import('jspdf'), noto]);
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  pdf.setProperties({ title });
  pdf.setLanguage('en');
  silenceArabicStep(pdf);
  const fonts = fontsOf(pdf, notoFile);
  return {
    pdf,
    block: (text: string, style: TextStyle, width_mm?: number) => textBlock(fonts, text, style, width_mm),
    /** Draws a block with its top at `top_mm`; `x_mm` is its left edge, or its right edge with align right. */
    draw(block: TextBlock, x_mm: number, top_mm: number, color = INK, align: 'left' | 'right' = 'left') {
      pdf.setTextColor(color);
      const box_mm = Math.max(...block.lines.map((line) => line.width_mm));
      block.lines.forEach((line, index) => {
        const baseline_mm = top_mm + index * block.line_mm + block.ascent_mm;
        // A right-to-left paragraph keeps its own right edge within the space it takes.
        const inset_mm = line.rtl ? box_mm - line.width_mm : 0;
        const left_mm = align === 'right' ? x_mm - line.width_mm : x_mm + inset_mm;
        drawLine(pdf, fonts, line, block.style, left_mm, baseline_mm);
      });
    },
    /** A block of one line: what is too wide is set smaller, never broken (amounts). */
    oneLine(text: string, style: TextStyle, width_mm: number): TextBlock {
      const block = textBlock(fonts, text, style);
      const wide_mm = block.lines[0]?.width_mm ?? 0;
      if (wide_mm <= width_mm) return block;
      return textBlock(fonts, text, { ...style, size_pt: (style.size_pt * width_mm) / wide_mm });
    },
    /** A horizontal line, from margin to margin unless told otherwise. */
    rule(top_mm: number, look: RuleLook = {}): void {
      const { weight_mm = 0.2, color = RULE, left_mm = LEFT_MM, right_mm = RIGHT_MM } = look;
      pdf.setDrawColor(color);
      pdf.setLineWidth(weight_mm);
      pdf.setLineCap('butt');
      pdf.line(left_mm, top_mm, right_mm, top_mm);
    },
    /** The finished file, `application/pdf`. */
    toBlob(): Blob {
      fonts.nameLetters();
      return pdf.output('blob');
    },
  };
}

/** Texts arrive joined and in visual order: jsPDF must not join them again ("خالد" reversed holds a false lam-alef). */
function silenceArabicStep(pdf: jsPDF): void {
  const { events } = pdf.internal;
  const joinArabic = (pdf as jsPDF & { processArabic?: unknown }).processArabic;
  const topics = events.getTopics() as Record<string, Record<string, [listener: unknown, once: boolean]>>;
  for (const [token, [listener]] of Object.entries(topics.preProcessText ?? {})) {
    if (listener === joinArabic) events.unsubscribe(token);
  }
}

/** Both sides of jsPDF's own reordering are called visual, so it leaves the text alone. */
const AS_IT_IS = { isInputVisual: true, isOutputVisual: true, isInputRtl: false, isOutputRtl: false };

function drawLine(
  pdf: jsPDF,
  fonts: PdfFonts,
  line: Line,
  { size_pt, bold = false }: TextStyle,
  left_mm: number,
  baseline_mm: number,
): void {
  pdf.setFontSize(size_pt);
  let x_mm = left_mm;
  for (const run of line.runs) {
    setFace(pdf, run.face, bold);
    const { text, signs } = run.face === 'noto' ? placeSigns(fonts, run.text) : { text: run.text, signs: [] };
    pdf.text(text, x_mm, baseline_mm, AS_IT_IS);
    for (const sign of signs) {
      const em_mm = size_pt * MM_PER_PT;
      pdf.text(sign.text, x_mm + sign.right_em * em_mm, baseline_mm - sign.up_em * em_mm, AS_IT_IS);
    }
    x_mm += run.width_mm;
  }
}
