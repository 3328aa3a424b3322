import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Paper = { bytes: Uint8Array; sha256: string };

/** Resolves to the same directory from database/demo/ and from dist/server/. */
const DIRECTORY = new URL('../../database/demo/', import.meta.url);

export function paperOf(bytes: Uint8Array): Paper {
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

type PictureName = 'delivered-1.jpg' | 'delivered-2.jpg' | 'signature.png';

const pictures = new Map<PictureName, Paper>();

/** Returns an image that was drawn for the demo. */
export function picture(name: PictureName): Paper {
  const known = pictures.get(name) ?? paperOf(readFileSync(fileURLToPath(new URL(name, DIRECTORY))));
  pictures.set(name, known);
  return known;
}

export type PaperFact = readonly [label: string, value: string];

/**
 * Returns a PDF of one page with a title and facts in ASCII characters. Facts with other characters are
 * skipped, since their fonts are only available in the browser.
 */
export function pdfPaper(shop_name: string, title: string, facts: readonly PaperFact[]): Paper {
  const shown = facts.filter((fact) => /^[\x20-\x7e]*$/.test(fact.join('')));
  const at = (x: number, y: number, font: string, text: string) =>
    `BT /${font} Tf ${x} ${y} Td (${text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const text = [
    at(57, 770, 'F1 11', shop_name),
    at(57, 738, 'F2 18', title),
    ...shown.flatMap(([label, value], row) => [
      at(57, 702 - 20 * row, 'F1 11', label),
      at(330, 702 - 20 * row, 'F1 11', value),
    ]),
    at(57, 50, 'F1 9', 'Made for the demo'),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
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

/** Collects the files of one command, and returns the references that the command contains. */
export function papersToSend() {
  const papers: Paper[] = [];
  const put = (path: string, paper: Paper) => {
    papers.push(paper);
    return { path, sha256: paper.sha256 };
  };
  const signed = (path: string, signer: string) => ({
    ...put(path, picture('signature.png')),
    typed: false,
    signer,
  });
  return { papers, put, signed };
}
