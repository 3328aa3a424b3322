import type { Browser } from '@playwright/test';
import { hundredths, quantiles } from '../measure/measure.ts';
import type { Table } from '../part.ts';
import { newPhone, SLOW } from './phone.ts';

type Photos = { browser: Browser; bare_url: string; rounds: number };

/**
 * Shrinks a photo of 12 megapixels for upload with our code and with browser-image-compression, in turns on a
 * slow device.
 */
export async function photos({ browser, bare_url, rounds }: Photos): Promise<Table> {
  const phone = await newPhone(browser, bare_url);
  const page = await phone.newPage();
  await page.goto('/photo.html');
  await page.waitForFunction(() => 'ready' in window);
  const cdp = await phone.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  const took = { ours: [] as number[], library: [] as number[] };
  const bytes = { ours: 0, library: 0 };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['ours', 'library'] as const) {
      const made = await page.evaluate(
        (name) =>
          (window as unknown as { ready(way: string): Promise<{ ms: number; bytes: number }> }).ready(name),
        way,
      );
      took[way].push(made.ms);
      bytes[way] = made.bytes;
    }
  }
  await phone.close();
  const ours_ms = quantiles(took.ours)(0.5);
  const library_ms = quantiles(took.library)(0.5);
  return {
    title: 'A photo of 12 megapixels, ready to be sent',
    keys: ['by'],
    steady: { to_library: 'less' },
    times: { ms: 'less' },
    rows: [
      { by: 'ours', to_library: hundredths(ours_ms / library_ms), bytes: bytes.ours, ms: ours_ms },
      { by: 'browser-image-compression', to_library: 1, bytes: bytes.library, ms: library_ms },
    ],
  };
}
