import { expect, type Page } from '@playwright/test';
import { NEWER } from './newer-product.ts';

/** Waits until the service worker has stored the whole app on this device. */
export async function untilAppStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Returns the contents of the browser's caches, which only the service worker writes. */
export function cachedResponses(page: Page): Promise<{ cache: string; path: string; text: string }[]> {
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

/** True if the page runs the build of `makeNewerProduct`. */
export const isNewer = (page: Page) =>
  page.evaluate(
    (name) => [...document.querySelectorAll('script')].some(({ src }) => src.includes(name)),
    NEWER,
  );

/** Makes the browser check for a new version; true if one is then waiting to be activated. */
export function isVersionWaiting(page: Page): Promise<boolean> {
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
