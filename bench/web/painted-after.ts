import type { Page } from '@playwright/test';

/** The browser does not report events that took less than this, in ms. */
export const UNREPORTED_MS = 16;

/** Returns the ms from an action to the frame that shows its effect, by the browser's event timing. */
export async function paintedAfter(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { seen, observer });
  });
  await act();
  return await page.evaluate(async (unreported) => {
    const { seen, observer } = window as unknown as { seen: number[]; observer: PerformanceObserver };
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { duration } of observer.takeRecords()) seen.push(duration);
    observer.disconnect();
    return Math.max(unreported, ...seen);
  }, UNREPORTED_MS);
}
