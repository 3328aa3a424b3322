import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';

const PDFJS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'build');
const READER = 'http://pdf-reader.test';

/** `ink` is the number of dark pixels at the text's position on the drawn page. */
type Piece = { text: string; ink: number };
/** A PDF as an independent reader sees it: its texts with their ink, and the total ink. */
export type ReadPdf = { pages: number; pieces: Piece[]; text: string; ink: number };

/** Reads and draws a PDF with pdf.js, in a page that is independent of the product. */
export async function readPdf(browser: Browser, bytes: Buffer): Promise<ReadPdf> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.route(`${READER}/**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
      return route.fulfill({ contentType: 'text/javascript', body: await readFile(join(PDFJS, name)) });
    });
    await page.goto(READER);
    return await page.evaluate(drawInPage, bytes.toString('base64'));
  } finally {
    await context.close();
  }
}

type Reader = typeof import('pdfjs-dist');

async function drawInPage(base64: string): Promise<ReadPdf> {
  const address = `${location.origin}/pdf.min.mjs`;
  const { GlobalWorkerOptions, getDocument } = (await import(address)) as Reader;
  GlobalWorkerOptions.workerSrc = `${location.origin}/pdf.worker.min.mjs`;
  const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const pdf = await getDocument({ data }).promise;
  const pieces: Piece[] = [];
  let ink = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const scale = 3;
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(viewport.width);
    canvas.height = Math.ceil(viewport.height);
    await page.render({ canvas, viewport }).promise;
    const pen = canvas.getContext('2d');
    const darkIn = (x: number, y: number, width: number, height: number) => {
      const pixels = pen?.getImageData(x, y, Math.max(1, width), Math.max(1, height)).data ?? [];
      let dark = 0;
      for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 128) dark += 1;
      return dark;
    };
    ink += darkIn(0, 0, canvas.width, canvas.height);
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const top = canvas.height - (y + item.height) * scale;
      pieces.push({
        text: item.str,
        ink: darkIn(x * scale, top, item.width * scale, item.height * 1.4 * scale),
      });
    }
  }
  return { pages: pdf.numPages, pieces, ink, text: pieces.map(({ text }) => text).join('\n') };
}
