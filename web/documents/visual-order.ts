import bidiFactory from 'bidi-js';
import { joinArabic } from './arabic-joining.ts';

/** From reading order to the order on paper (UAX 9): a PDF draws its glyphs from left to right and knows nothing of direction. */
const bidi = bidiFactory();

/** Marks that steer joining and direction; they have done their work once a line stands and are never drawn. */
export const STEERING = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

export type Paragraph = {
  /** Joined, still in reading order; lines are cut from this. */
  text: string;
  /** Its first strong letter runs right to left. */
  rtl: boolean;
  /** What to draw for the part from `start` up to `end`, from left to right, brackets mirrored. */
  visual(start: number, end: number): string;
};

/** Prepares one paragraph (no line breaks, nothing beyond the Basic Multilingual Plane) for cutting into lines. */
export function paragraphOf(plain: string): Paragraph {
  const text = joinArabic(plain);
  const levels = bidi.getEmbeddingLevels(text);
  const rtl = (levels.paragraphs[0]?.level ?? 0) % 2 === 1;
  const visual = (start: number, end: number) => {
    if (end <= start) return '';
    const whole = bidi.getReorderedString(text, levels, start, end - 1);
    return [...whole.slice(start, end)].filter((character) => !STEERING.test(character)).join('');
  };
  return { text, rtl, visual };
}
