import type { jsPDF } from 'jspdf';
import type { BrowserLine } from './browser-lines.ts';
import { EMPTY_FONT, STEP, WIDEST } from './empty-font.ts';
import { charactersInOrder, runsOf } from './hidden-order.ts';
import { pdfSyntax } from './pdf-syntax.ts';

/** jsPDF publishes this for each font when it writes the file. */
type PutFont = {
  font: { fontName: string; objectNumber: number; isAlreadyPutted: boolean };
  out(text: string): void;
  newObject(): number;
  putStream(stream: { data: string; addLength1?: boolean; objectId: number }): void;
};

type Code = { code: number; text: string; width: number };

const NAME = 'hidden-text';

/** Writes invisible text over pictures of lines, with which PDF readers search, select and copy. */
export function hiddenTextOf(pdf: jsPDF) {
  /** Codes by pair of character and width (thousandths of an em). */
  const codes = new Map<string, Code>();
  const codeOf = (text: string, width_em: number): string => {
    const width = Math.round(width_em * 1000);
    const key = `${width} ${text}`;
    const known = codes.get(key) ?? { code: codes.size + 1, text, width };
    codes.set(key, known);
    return octal(known.code >> 8) + octal(known.code & 0xff);
  };
  const { write } = pdf.internal as jsPDF['internal'] & { write(operators: string): void };
  let registered = false;
  const register = () => {
    pdf.addFileToVFS(`${NAME}.ttf`, EMPTY_FONT);
    // With other encodings jsPDF recodes the text. The font is written below, with its true encoding.
    pdf.addFont(`${NAME}.ttf`, NAME, 'normal', undefined, 'MacRomanEncoding');
    pdf.internal.events.subscribe('putFont', (put: PutFont) => {
      if (put.font.fontName !== NAME) return;
      put.font.objectNumber = putFont(put, [...codes.values()]);
      put.font.isAlreadyPutted = true;
    });
    registered = true;
  };
  return {
    /**
     * Draws a line's text invisibly at `size_pt`, with the left end of its baseline at the given position.
     */
    draw(line: BrowserLine, size_pt: number, left_mm: number, baseline_mm: number): void {
      if (!registered) register();
      pdf.setFont(NAME, 'normal');
      pdf.setFontSize(size_pt);
      const em_mm = (size_pt * 25.4) / 72;
      for (const run of runsOf(line)) {
        const text = run
          .flatMap(charactersInOrder)
          .map((character) => codeOf(character.text, character.width_em));
        const run_mm = left_mm + (run[0]?.left_em ?? 0) * em_mm;
        // Marked content prevents readers from joining this run with the previous one.
        write(pdfSyntax('/Span BMC'));
        pdf.text([text.join('')], run_mm, baseline_mm, { renderingMode: 'invisible' });
        write('EMC');
      }
    },
  };
}

/** Writes a font whose glyphs are empty and whose codes map to any text; returns its object number. */
function putFont(put: PutFont, codes: readonly Code[]): number {
  const stream = (data: string, addLength1 = false) => {
    const objectId = put.newObject();
    put.putStream({ data, addLength1, objectId });
    put.out('endobj');
    return `${objectId} 0 R`;
  };
  const dictionary = (entries: string) => {
    const id = put.newObject();
    put.out(`<<\n${entries}\n>>\nendobj`);
    return id;
  };
  const file = stream(EMPTY_FONT, true);
  const texts = stream(toUnicode(codes.map(({ text }) => text)));
  const glyphs = stream(`\0\0${codes.map(({ width }) => `\0${glyphOf(width)}`).join('')}`);
  const descriptor = dictionary(
    pdfSyntax(
      `/Type /FontDescriptor /FontName /${NAME} /FontFile2 ${file} /FontBBox [0 -200 1000 800] /Flags 4`,
      '/ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80',
    ),
  );
  const descendant = dictionary(
    pdfSyntax(
      `/Type /Font /Subtype /CIDFontType2 /BaseFont /${NAME} /FontDescriptor ${descriptor} 0 R /CIDToGIDMap ${glyphs}`,
      '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>',
      `/W [1 [${codes.map(({ width }) => width).join(' ')}]]`,
    ),
  );
  return dictionary(
    pdfSyntax(
      `/Type /Font /Subtype /Type0 /BaseFont /${NAME} /Encoding /Identity-H`,
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${texts}`,
    ),
  );
}

/** The most entries that a block of a CMap may have. */
const BLOCK = 100;

/** Maps the codes from 1 on to their texts, by a CMap. */
function toUnicode(texts: readonly string[]): string {
  const blocks: string[] = [];
  for (let first = 0; first < texts.length; first += BLOCK) {
    const lines = texts.slice(first, first + BLOCK).map((text, index) => {
      const units = Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at)));
      return `<${hex(first + index + 1)}> <${units.join('')}>`;
    });
    blocks.push(pdfSyntax(`${lines.length} beginbfchar`, ...lines, 'endbfchar'));
  }
  return pdfSyntax(
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  );
}

const glyphOf = (width: number) => String.fromCharCode(1 + Math.round(Math.min(width, WIDEST) / STEP));
const hex = (code: number) => code.toString(16).padStart(4, '0');
const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;
