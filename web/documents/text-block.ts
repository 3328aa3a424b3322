import { type Face, MM_PER_PT, needsNoto, type PdfFonts } from './pdf-fonts.ts';
import { type Paragraph, paragraphOf, STEERING } from './visual-order.ts';

export type TextStyle = { size_pt: number; bold?: boolean };

/** A stretch of one face, drawn from left to right. */
export type Run = { face: Face; text: string; width_mm: number };
export type Line = { runs: Run[]; width_mm: number; rtl: boolean };
export type TextBlock = {
  lines: Line[];
  style: TextStyle;
  line_mm: number;
  /** From a line's top to its baseline. */
  ascent_mm: number;
  height_mm: number;
};

const LINE_HEIGHT = 1.35;
const ASCENT = 0.76;
const SIGN = /\p{Mn}/u;

/** Breaks text into lines of at most `width_mm`, at spaces and its own line breaks, and inside words that are wider. */
export function textBlock(fonts: PdfFonts, text: string, style: TextStyle, width_mm = Infinity): TextBlock {
  const face: Face = needsNoto(text) ? 'noto' : 'helvetica';
  const lines: Line[] = [];
  for (const plain of printable(fonts, face, text).split('\n')) {
    const paragraph = paragraphOf(plain);
    for (const [start, end] of breakLines(fonts, face, paragraph, style, width_mm)) {
      lines.push(lineOf(fonts, face, paragraph, start, end, style));
    }
  }
  const line_mm = style.size_pt * MM_PER_PT * LINE_HEIGHT;
  return { lines, style, line_mm, ascent_mm: line_mm * ASCENT, height_mm: lines.length * line_mm };
}

/** What the fonts can draw: spaces tidied, control characters gone, a question mark for a character without a glyph. */
function printable(fonts: PdfFonts, face: Face, text: string): string {
  const tidy = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim();
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(tidy);
  const drawable = (character: string) =>
    character === '\n' ||
    STEERING.test(character) ||
    fonts.covers(face, character) ||
    fonts.covers('helvetica', character);
  return Array.from(graphemes, ({ segment }) => ([...segment].every(drawable) ? segment : '?')).join('');
}

const faceFor = (fonts: PdfFonts, face: Face, character: string): Face =>
  fonts.covers(face, character) ? face : 'helvetica';

/** Ranges of the paragraph's joined text; spaces at which it broke belong to no line. */
function breakLines(
  fonts: PdfFonts,
  face: Face,
  { text }: Paragraph,
  style: TextStyle,
  width_mm: number,
): [start: number, end: number][] {
  const lines: [number, number][] = [];
  let start = 0;
  let used_mm = 0;
  let space = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === ' ') space = at;
    used_mm += STEERING.test(character)
      ? 0
      : fonts.width_mm(faceFor(fonts, face, character), character, style.size_pt, style.bold ?? false);
    if (used_mm <= width_mm || at === start || character === ' ' || SIGN.test(character)) continue;
    const atSpace = space > start;
    lines.push([start, atSpace ? space : at]);
    start = atSpace ? space + 1 : at;
    at = start - 1;
    used_mm = 0;
    space = -1;
  }
  lines.push([start, text.length]);
  return lines;
}

function lineOf(
  fonts: PdfFonts,
  face: Face,
  paragraph: Paragraph,
  start: number,
  end: number,
  style: TextStyle,
): Line {
  const runs: { face: Face; text: string }[] = [];
  for (const character of paragraph.visual(start, end)) {
    const drawnIn = faceFor(fonts, face, character);
    const last = runs.at(-1);
    if (last?.face === drawnIn) last.text += character;
    else runs.push({ face: drawnIn, text: character });
  }
  const measured = runs.map((run) => ({
    ...run,
    width_mm: fonts.width_mm(run.face, run.text, style.size_pt, style.bold ?? false),
  }));
  const width_mm = measured.reduce((sum, run) => sum + run.width_mm, 0);
  return { runs: measured, width_mm, rtl: paragraph.rtl };
}
