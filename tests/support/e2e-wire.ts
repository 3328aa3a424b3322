import { get } from 'node:http';
import type { Page } from '@playwright/test';

type Line = { bits_per_second: number; latency_ms: number };

/** Slow enough that anything fetched too early delays what the user is waiting for. */
export const POOR_LINE: Line = { bits_per_second: 1_600_000, latency_ms: 150 };

export async function putOnLine(page: Page, { bits_per_second, latency_ms }: Line): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const bytes_per_second = bits_per_second / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latency_ms,
    downloadThroughput: bytes_per_second,
    uploadThroughput: bytes_per_second,
  });
}

/** A script that was requested before the page could be used; `bytes` is its transferred size. */
export type EarlyScript = { path: string; bytes: number };

/** Opens an address and returns the scripts that were requested before this button appeared. */
export async function scriptsUntil(page: Page, address: string, button: string): Promise<EarlyScript[]> {
  await page.addInitScript((name) => {
    new MutationObserver((_, observer) => {
      if (![...document.querySelectorAll('button')].some(({ textContent }) => textContent?.startsWith(name)))
        return;
      observer.disconnect();
      performance.mark('usable');
    }).observe(document, { childList: true, subtree: true });
  }, button);
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('button', { name: button }).waitFor();
  return await page.evaluate(() => {
    const usable_at = performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .map(({ name, startTime, encodedBodySize }) => ({
        path: new URL(name).pathname,
        early: startTime <= usable_at,
        bytes: encodedBodySize,
      }))
      .filter(({ path, early }) => early && path.endsWith('.js'))
      .map(({ path, bytes }) => ({ path, bytes }));
  });
}

/** Opens an address and returns the paths of page, scripts and styles requested before `selector` matched. */
export async function assetsUntil(page: Page, address: string, selector: string): Promise<string[]> {
  await page.addInitScript((awaited) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(awaited)) return;
      observer.disconnect();
      performance.mark('usable');
    }).observe(document, { childList: true, subtree: true });
  }, selector);
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  const requested = await page.evaluate(() => {
    const usable_at = performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN;
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= usable_at)
      .map(({ name }) => new URL(name).pathname);
  });
  return [address, ...requested.filter((path) => /\.(js|css)$/.test(path))];
}

/** Returns the total size of these paths in bytes, for a browser that accepts at best gzip. */
export async function gzippedBytes(url: string, paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all([...new Set(paths)].map((path) => bytesOf(`${url}${path}`)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

function bytesOf(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => resolve(bytes));
    });
    request.once('error', reject);
  });
}
