import { GlobalWorkerOptions, getDocument, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

let worker: PDFWorker | undefined;

/** One worker for all documents of a file: each of its own would load the whole program again. */
async function open(blob: Blob) {
  worker ??= new PDFWorker();
  return await getDocument({ data: new Uint8Array(await blob.arrayBuffer()), worker }).promise;
}

/** A stretch of text as an independent PDF reader sees it; its box in mm from the page's top left corner. */
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

/** A page as a picture, `px_per_mm` pixels to the millimetre. */
export async function drawPage(blob: Blob, number: number, px_per_mm: number): Promise<OffscreenCanvas> {
  const pdf = await open(blob);
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: px_per_mm * MM_PER_PT });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  await pdf.destroy();
  return copy;
}
