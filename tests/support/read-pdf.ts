import { GlobalWorkerOptions, getDocument, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

let worker: PDFWorker | undefined;

/** Shares one worker among all documents of a test file: each worker would load the whole program again. */
async function open(blob: Blob) {
  worker ??= new PDFWorker();
  return await getDocument({ data: new Uint8Array(await blob.arrayBuffer()), worker }).promise;
}

/** A run of text as an independent PDF reader sees it; its box in mm from the page's top left corner. */
export type Piece = {
  page: number;
  text: string;
  left: number;
  right: number;
  baseline: number;
  size: number;
};
export type ReadPdf = { pages: number; pieces: Piece[]; text: string };

const MM_PER_PT = 25.4 / 72;

export async function readPdf(blob: Blob): Promise<ReadPdf> {
  const pdf = await open(blob);
  const pieces: Piece[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { height } = page.getViewport({ scale: 1 });
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      pieces.push({
        page: number,
        text: item.str,
        left: x * MM_PER_PT,
        right: (x + item.width) * MM_PER_PT,
        baseline: (height - y) * MM_PER_PT,
        size: item.height * MM_PER_PT,
      });
    }
  }
  await pdf.destroy();
  return { pages: pdf.numPages, pieces, text: pieces.map(({ text }) => text).join('\n') };
}

/** Returns the searchable text of a document, without breaks where only direction or font change. */
export async function searchableText(blob: Blob): Promise<string> {
  const pdf = await open(blob);
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    for (const item of (await page.getTextContent()).items) {
      if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
    }
  }
  await pdf.destroy();
  return text;
}

type BoxOnPage = { left: number; top: number; width: number; height: number };

const WHOLE: BoxOnPage = { left: 0, top: 0, width: 210, height: 297 };

/** Draws a page, or a box in mm of it, with `px_per_mm` pixels per millimetre. */
export async function drawPage(
  blob: Blob,
  number: number,
  px_per_mm: number,
  box: BoxOnPage = WHOLE,
): Promise<OffscreenCanvas> {
  const pdf = await open(blob);
  const page = await pdf.getPage(number);
  const [offsetX, offsetY] = [-box.left * px_per_mm, -box.top * px_per_mm];
  const viewport = page.getViewport({ scale: px_per_mm * MM_PER_PT, offsetX, offsetY });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(box.width * px_per_mm);
  canvas.height = Math.ceil(box.height * px_per_mm);
  await page.render({ canvas, viewport }).promise;
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  await pdf.destroy();
  return copy;
}
