import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { PHONE } from '../../tests/support/e2e-viewports.ts';

/** The slowdown and network of a driver's device, compared with a desktop. */
export const SLOW = { cpu: 4, bits_per_second: 1_600_000, latency_ms: 150 };

/** Opens a new device, empty or with the stored session and reads of another one. */
export async function newPhone(
  browser: Browser,
  baseURL: string,
  kept?: BrowserContext,
): Promise<BrowserContext> {
  const storageState = kept && (await kept.storageState({ indexedDB: true }));
  return await browser.newContext({
    baseURL,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    ...(storageState && { storageState }),
  });
}

/** Opens a page with the processor and network of `SLOW`. */
export async function slowPage(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage();
  await slowDown(await phone.newCDPSession(page), false);
  return page;
}

export async function slowDown(cdp: CDPSession, offline: boolean): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  await cdp.send('Network.enable');
  const bytes_per_second = SLOW.bits_per_second / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline,
    latency: SLOW.latency_ms,
    downloadThroughput: bytes_per_second,
    uploadThroughput: bytes_per_second,
  });
}

/** Returns the ms from the start of the navigation to the frame in which this button was painted. */
export async function usableAfter(page: Page, address: string, button: string): Promise<number> {
  await page.addInitScript((name) => {
    new MutationObserver((_, observer) => {
      const there = [...document.querySelectorAll('button')].some(({ textContent }) =>
        textContent?.startsWith(name),
      );
      if (!there) return;
      observer.disconnect();
      // The first frame contains the button; it is painted once the second begins.
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('usable')));
    }).observe(document, { childList: true, subtree: true });
  }, button);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  return await page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN);
}
