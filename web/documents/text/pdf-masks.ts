import type { jsPDF } from 'jspdf';
import type { LineMask } from './line-picture.ts';
import { pdfSyntax } from './pdf-syntax.ts';

/** Parts of jsPDF that its types omit. */
type Internal = jsPDF['internal'] & {
  write(operators: string): void;
  newObject(): number;
  putStream(stream: {
    data: string;
    additionalKeyValues: { key: string; value: string }[];
    objectId: number;
  }): void;
};

/** Draws masks, through which a colour is painted, because `addImage` supports only complete pictures. */
export function masksOf(pdf: jsPDF) {
  const internal = pdf.internal as Internal;
  const added: { mask: LineMask; id: number }[] = [];
  internal.events.subscribe('putResources', () => {
    for (const picture of added) picture.id = putMask(internal, picture.mask);
  });
  internal.events.subscribe('putXobjectDict', () => {
    for (const [index, { id }] of added.entries()) internal.write(pdfSyntax(`/Mask${index} ${id} 0 R`));
  });
  const pt = (mm: number) => (mm * internal.scaleFactor).toFixed(3);
  const page_mm = internal.pageSize.getHeight();
  return {
    draw(mask: LineMask, color: string, left_mm: number, top_mm: number, mm_per_px: number): void {
      const [width_mm, height_mm] = [mask.width_px * mm_per_px, mask.height_px * mm_per_px];
      const matrix = [width_mm, 0, 0, height_mm, left_mm, page_mm - top_mm - height_mm].map(pt).join(' ');
      internal.write('q');
      pdf.setFillColor(color);
      internal.write(pdfSyntax(`${matrix} cm /Mask${added.length} Do Q`));
      added.push({ mask, id: 0 });
    },
  };
}

function putMask(internal: Internal, { width_px, height_px, bits }: LineMask): number {
  const objectId = internal.newObject();
  const value = pdfSyntax(
    '/XObject /Subtype /Image /ImageMask true /Decode [1 0] /BitsPerComponent 1',
    `/Width ${width_px} /Height ${height_px}`,
  );
  const additionalKeyValues = [{ key: 'Type', value }];
  internal.putStream({ data: binary(bits), additionalKeyValues, objectId });
  internal.write('endobj');
  return objectId;
}

/** Converts bytes to the binary string that jsPDF expects. */
function binary(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
}
