/** Lays text out with the browser: its shaping, direction, line breaks and fallback fonts. */

/** A user-perceived character; its box in em from the line's left edge. */
export type Grapheme = { text: string; left_em: number; right_em: number };

export type BrowserLine = {
  text: string;
  /** The text between marks of the surrounding directions: drawn alone, it looks as in its paragraph. */
  marked_text: string;
  rtl: boolean;
  width_em: number;
  /** The graphemes in reading order, without spaces at the ends and characters without width. */
  graphemes: readonly Grapheme[];
};

type Placed = { index: number; end: number; left_px: number; right_px: number; row: number };

/** Font size for measuring, large enough that rounding to layout units does not matter. */
const EM_PX = 100;
const ROW_PX = 300;

/** Helvetica and fonts with its widths, so that these lines match those drawn in Helvetica. */
const FAMILIES = 'Helvetica, Arial, "Liberation Sans", "Noto Sans", sans-serif';

/** The CSS font of a line at a size in pixels. */
export function fontOf(size_px: number, bold: boolean): string {
  return `${bold ? 'bold ' : ''}${size_px}px ${FAMILIES}`;
}

/** Breaks a text without line breaks into lines of at most `width_em`. */
export function layOut(text: string, bold: boolean, width_em: number): BrowserLine[] {
  const block = document.createElement('div');
  block.dir = 'auto';
  block.ariaHidden = 'true';
  block.style.all = 'initial';
  Object.assign(block.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    contain: 'content',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    width: Number.isFinite(width_em) ? `${width_em * EM_PX}px` : 'max-content',
    font: fontOf(EM_PX, bold),
    lineHeight: `${ROW_PX}px`,
  });
  // Mobile browsers may enlarge text.
  for (const property of ['text-size-adjust', '-webkit-text-size-adjust'])
    block.style.setProperty(property, 'none');
  block.textContent = text;
  document.body.append(block);
  try {
    const rtl = getComputedStyle(block).direction === 'rtl';
    return linesOf(text, placesIn(block, text)).map((line) => lineOf(text, line, rtl));
  } finally {
    block.remove();
  }
}

let segmenter: Intl.Segmenter | undefined;

function placesIn(block: HTMLElement, text: string): Placed[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const node = block.firstChild;
  if (!node) return [];
  const top_px = block.getBoundingClientRect().top;
  const range = document.createRange();
  let row = 0;
  return Array.from(segmenter.segment(text), ({ index, segment }) => {
    const end = index + segment.length;
    range.setStart(node, index);
    range.setEnd(node, end);
    // Safari adds a box without width at the end of the previous line.
    const boxes = [...range.getClientRects()];
    const box = boxes.find(({ width }) => width > 0) ?? range.getBoundingClientRect();
    // A space at a line break, and a grapheme without width, belongs to the previous line.
    if (box.width > 0 && segment !== ' ') row = Math.floor(((box.top + box.bottom) / 2 - top_px) / ROW_PX);
    return { index, end, left_px: box.left, right_px: box.right, row };
  });
}

function linesOf(text: string, places: readonly Placed[]): Placed[][] {
  const isSpace = ({ index, end }: Placed) => text.slice(index, end) === ' ';
  const rows: Placed[][] = [];
  for (const place of places) {
    const row = rows.at(-1);
    if (row && row[0]?.row === place.row) row.push(place);
    else rows.push([place]);
  }
  const lines = rows.map((row) => {
    const first = row.findIndex((place) => !isSpace(place));
    return first < 0 ? [] : row.slice(first, row.findLastIndex((place) => !isSpace(place)) + 1);
  });
  return lines.length === 0 ? [[]] : lines;
}

function lineOf(text: string, line: readonly Placed[], rtl: boolean): BrowserLine {
  const [start, end] = [line[0]?.index ?? 0, line.at(-1)?.end ?? 0];
  const wide = line.filter(({ left_px, right_px }) => right_px > left_px);
  const left_px = Math.min(...wide.map((place) => place.left_px));
  const right_px = Math.max(...wide.map((place) => place.right_px));
  return {
    text: text.slice(start, end),
    marked_text: markBefore(text.slice(0, start)) + text.slice(start, end) + markAfter(text.slice(end)),
    rtl,
    width_em: wide.length > 0 ? (right_px - left_px) / EM_PX : 0,
    graphemes: wide.map((place) => ({
      text: text.slice(place.index, place.end),
      left_em: (place.left_px - left_px) / EM_PX,
      right_em: (place.right_px - left_px) / EM_PX,
    })),
  };
}

const STRONG = /[\p{L}\u061c\u200e\u200f]/gu;
const ARABIC_LETTER = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u061c]/u;
const FROM_RIGHT = /[\u0590-\u05ff\u07c0-\u08ff\u200f\ufb1d-\ufb4f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a mark of the last direction in a text, which decides the order of following digits and brackets
 * (UAX 9).
 */
function markBefore(text: string): string {
  return markOf(text.match(STRONG)?.at(-1));
}

function markAfter(text: string): string {
  return markOf(text.match(STRONG)?.[0]);
}

function markOf(letter: string | undefined): string {
  if (letter === undefined) return '';
  if (ARABIC_LETTER.test(letter)) return '\u061c';
  return FROM_RIGHT.test(letter) ? '\u200f' : '\u200e';
}
