import { expect, type Page } from '@playwright/test';
import { NEWER } from './newer-product.ts';

/** Waits until the whole app is kept on this device, as its worker says. */
export async function appKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Everything in the browser's caches, which are the worker's alone. */
export function cachedAnswers(page: Page): Promise<{ cache: string; path: string; text: string }[]> {
  return page.evaluate(async () => {
    const all = [];
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      for (const request of await opened.keys()) {
        const answer = await opened.match(request, { ignoreVary: true });
        all.push({
          cache,
          path: request.url.slice(location.origin.length),
          text: JSON.stringify([...(answer?.headers ?? [])]) + (await answer?.text()),
        });
      }
    }
    return all;
  });
}

/** Whether the page runs what `makeNewerProduct` built. */
export const isNewer = (page: Page) =>
  page.evaluate(
    (name) => [...document.querySelectorAll('script')].some(({ src }) => src.includes(name)),
    NEWER,
  );

/** The browser's own look for a new version, and what comes of it. */
export function versionWaits(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (installing) {
      await new Promise<void>((resolve) => {
        installing.addEventListener('statechange', () => installing.state !== 'installing' && resolve());
      });
    }
    return registration.waiting !== null;
  });
}
