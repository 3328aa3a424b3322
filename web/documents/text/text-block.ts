import { type BrowserLine, layOut } from './browser-lines.ts';
import { helveticaWidth } from './helvetica-widths.ts';
import { type InkBox, inkOfLine } from './line-picture.ts';

export type TextStyle = { size_pt: number; bold?: boolean };

export type Line = {
  text: string;
  width_mm: number;
  rtl: boolean;
  /** Set for a line that the browser draws, because Helvetica lacks some of its characters. */
  drawn: { line: BrowserLine; ink: InkBox | null } | null;
};
export type TextBlock = {
  lines: Line[];
  style: TextStyle;
  line_mm: number;
  /** Distance from a line's top to its baseline. */
  ascent_mm: number;
  height_mm: number;
};

export const MM_PER_PT = 25.4 / 72;
const LINE_HEIGHT_EM = 1.35;
const ASCENT_EM = 0.76 * LINE_HEIGHT_EM;

/**
 * Breaks text into lines of at most `width_mm`: at its line breaks, at spaces, and inside words that are too
 * wide.
 */
export function textBlock(text: string, style: TextStyle, width_mm = Infinity): TextBlock {
  const em_mm = style.size_pt * MM_PER_PT;
  const lines = printable(text)
    .split('\n')
    .flatMap((paragraph) => {
      const plain = paragraph.replace(STEERING, '');
      return [...plain].every(isInHelvetica)
        ? helveticaLines(plain, style, width_mm)
        : drawnLines(paragraph, style, width_mm);
    });
  // Lines with marks or slants beyond a usual line are higher, so that nothing is cut off or overlaps.
  const inks = lines.map(({ drawn }) => drawn?.ink);
  const ascent_em = Math.max(ASCENT_EM, ...inks.map((ink) => ink?.ascent_em ?? 0));
  const descent_em = Math.max(LINE_HEIGHT_EM - ASCENT_EM, ...inks.map((ink) => ink?.descent_em ?? 0));
  const line_mm = (ascent_em + descent_em) * em_mm;
  return { lines, style, line_mm, ascent_mm: ascent_em * em_mm, height_mm: lines.length * line_mm };
}

/**
 * Controls that embed, isolate or override a direction. They could print a name in another order than it is
 * stored.
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Invisible letters and symbols. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Normalizes a text for printing: single spaces, no control characters, no soft hyphens, no unpaired
 * surrogates. An invisible text becomes a dash.
 */
function printable(text: string): string {
  const tidy = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(DIRECTION_CONTROLS, '')
    .replace(/(?![\n\t\v\f])\p{Cc}|[\u00ad\ufeff]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  return tidy === '' || SEEN.test(tidy.replace(BLANK, '')) ? tidy : '—';
}

const isInHelvetica = (character: string) => helveticaWidth(character, false) !== undefined;

/** Marks that only control the joining and order of other scripts. */
const STEERING = /[\u061c\u200b-\u200f\u2060-\u206f]/g;

function helveticaLines(text: string, style: TextStyle, width_mm: number): Line[] {
  const widthOf = (character: string) =>
    ((helveticaWidth(character, style.bold ?? false) ?? 0) / 1000) * style.size_pt * MM_PER_PT;
  return breakLines(text, widthOf, width_mm).map((line) => ({
    text: line,
    width_mm: [...line].reduce((sum, character) => sum + widthOf(character), 0),
    rtl: false,
    drawn: null,
  }));
}

/** Breaks text into lines; spaces at the breaks are dropped. */
function breakLines(text: string, widthOf: (character: string) => number, width_mm: number): string[] {
  const lines: string[] = [];
  let start = 0;
  let used_mm = 0;
  let space = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === ' ') space = at;
    used_mm += widthOf(character);
    if (used_mm <= width_mm || at === start || character === ' ') continue;
    const atSpace = space > start;
    lines.push(text.slice(start, atSpace ? space : at));
    start = atSpace ? space + 1 : at;
    at = start - 1;
    used_mm = 0;
    space = -1;
  }
  return [...lines, text.slice(start)];
}

function drawnLines(text: string, { size_pt, bold = false }: TextStyle, width_mm: number): Line[] {
  const em_mm = size_pt * MM_PER_PT;
  return layOut(text, bold, width_mm / em_mm).map((line) => ({
    text: line.text,
    width_mm: line.width_em * em_mm,
    rtl: line.rtl,
    drawn: { line, ink: inkOfLine(line, bold) },
  }));
}
