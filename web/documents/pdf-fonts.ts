import arabicFontUrl from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf?url';
import type { jsPDF } from 'jspdf';
import { thisTab } from '../world/this-tab.ts';
import { helveticaWidth } from './helvetica-widths.ts';

/** Helvetica, which every reader has, for Windows-1252; Noto Sans Arabic for all else. jsPDF puts only the glyphs used into the file. */
export type Face = 'helvetica' | 'noto';

type Ink = { xMin: number; yMin: number; xMax: number; yMax: number };

export type PdfFonts = ReturnType<typeof fontsOf>;

const NOTO = 'NotoSansArabic';
export const MM_PER_PT = 25.4 / 72;

/** Whether a text has a letter Helvetica cannot draw, so that the other font has to be loaded. */
export function needsNoto(text: string): boolean {
  return ![...text.normalize('NFC').replace(/\s/g, ' ')].every(isInHelvetica);
}

function isInHelvetica(character: string): boolean {
  return helveticaWidth(character, false) !== undefined;
}

let notoFile: Promise<string> | null = null;

/** The font's bytes as jsPDF takes them; kept for the next document. A failed load is tried again the next time. */
export function loadNoto(): Promise<string> {
  notoFile ??= fetchAsBinary(arabicFontUrl).catch((error: unknown) => {
    notoFile = null;
    throw error;
  });
  return notoFile;
}

async function fetchAsBinary(url: string): Promise<string> {
  const answer = await thisTab.send(url, {});
  if (!answer.ok) throw new Error(`The document font could not be loaded: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return binary;
}

/** The parts of jsPDF's font objects that its types leave open. Widths are thousandths of the font size. */
type NotoMetadata = {
  cmap: { unicode: { codeMap: Record<number, number | undefined> } };
  characterToGlyph(code: number): number;
  widthOfGlyph(glyph: number): number;
  glyf: { glyphFor(glyph: number): Ink | null };
  head: { unitsPerEm: number };
  /** Glyph to the character a reader copies; one UTF-16 unit each, so a lam-alef stays one. */
  toUnicode: Record<string, number>;
};

/** Measures in a document; `noto` is the font's file, or null when no text needs it. */
export function fontsOf(pdf: jsPDF, noto: string | null) {
  let metadata: NotoMetadata | null = null;
  if (noto) {
    pdf.addFileToVFS(`${NOTO}.ttf`, noto);
    pdf.addFont(`${NOTO}.ttf`, NOTO, 'normal', 'normal', 'Identity-H');
    pdf.setFont(NOTO, 'normal');
    metadata = pdf.getFont().metadata as NotoMetadata;
  }
  const glyphOf = (character: string) => metadata?.characterToGlyph(character.charCodeAt(0)) ?? 0;
  // In em (1 is the font size). jsPDF writes widths into the file cut to whole thousandths: measuring does the same.
  const advance_em = (character: string) =>
    Math.trunc(metadata?.widthOfGlyph(glyphOf(character)) ?? 0) / 1000;
  return {
    covers: (face: Face, character: string): boolean =>
      face === 'helvetica'
        ? isInHelvetica(character)
        : Boolean(metadata?.cmap.unicode.codeMap[character.charCodeAt(0)]),
    /** Width of left-to-right text in mm at a size in points. */
    width_mm(face: Face, text: string, size_pt: number, bold: boolean): number {
      const width_em = (character: string) =>
        // Only characters that are never drawn (STEERING) have no width.
        face === 'helvetica' ? (helveticaWidth(character, bold) ?? 0) / 1000 : advance_em(character);
      return Array.from(text, width_em).reduce((sum, width) => sum + width, 0) * size_pt * MM_PER_PT;
    },
    /** Advance and ink of one character of Noto in em; no ink for spaces. */
    advance_em,
    ink_em(character: string): Ink | null {
      const ink = metadata?.glyf.glyphFor(glyphOf(character));
      if (!metadata || !ink) return null;
      const em = metadata.head.unitsPerEm;
      return { xMin: ink.xMin / em, yMin: ink.yMin / em, xMax: ink.xMax / em, yMax: ink.yMax / em };
    },
    /** Before the file is written: names glyphs by their letters, not by joined forms, so that words can be found. */
    nameLetters(): void {
      for (const [glyph, code] of Object.entries(metadata?.toUnicode ?? {})) {
        const letters = String.fromCharCode(code).normalize('NFKC');
        if (metadata && letters.length === 1) metadata.toUnicode[glyph] = letters.charCodeAt(0);
      }
    },
  };
}

/** Noto comes in one weight: people's own words are never bold, labels and headings are ours and Latin. */
export function setFace(pdf: jsPDF, face: Face, bold: boolean): void {
  if (face === 'noto') pdf.setFont(NOTO, 'normal');
  else pdf.setFont('helvetica', bold ? 'bold' : 'normal');
}
