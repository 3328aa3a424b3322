import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Paper = { bytes: Uint8Array; sha256: string };

/** The same place from database/demo/ and from dist/server/. */
const DIRECTORY = new URL('../../database/demo/', import.meta.url);

export function paperOf(bytes: Uint8Array): Paper {
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A picture that was drawn for the demo. */
export function picture(name: 'delivered-1.jpg' | 'delivered-2.jpg' | 'signature.png'): Paper {
  return paperOf(readFileSync(fileURLToPath(new URL(name, DIRECTORY))));
}

/** One page with these lines, in letters of the Latin alphabet. */
export function pdfPaper(lines: readonly string[]): Paper {
  const shown = lines.map(
    (line) => `(${line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`,
  );
  const text = `BT /F1 14 Tf 22 TL 60 770 Td ${shown.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return paperOf(new TextEncoder().encode(pdf + table + end));
}
