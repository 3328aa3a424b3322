import { expect, type Page } from '@playwright/test';

/** Polls, because a narrowed page must be laid out first. On a failure, the test continues. */
const settled = expect.configure({ soft: true });

/**
 * Lists the elements beyond the right edge of the page or of a dialog, each with its text and the excess in
 * px. Empty if the page fits.
 */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const inDialogs = [...document.querySelectorAll('[role=dialog], [role=dialog] *')].filter(scrolls);
    const wide = [document.documentElement, ...inDialogs].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    if (wide.length === 0) return [];
    const edge = document.documentElement.clientWidth;
    const beyond = [...document.querySelectorAll('body *')].flatMap((element) => {
      const by = element.getBoundingClientRect().right - edge;
      return by > 0
        ? [`${element.tagName} "${element.textContent?.slice(0, 60)}" by ${Math.ceil(by)} px`]
        : [];
    });
    return beyond.length > 0 ? beyond : wide.map(({ tagName, className }) => `${tagName} ${className}`);
  });
}

/**
 * Waits until all fonts are loaded and no animation or transition runs in two successive frames: colours and
 * positions are then final. Endless animations (spinners, skeletons) are ignored.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const running = () =>
      document.getAnimations().filter(({ effect, playState }) => {
        return playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity;
      });
    await document.fonts.ready;
    for (let still = 0; still < 2; still += 1) {
      await frame();
      const moving = running();
      if (moving.length === 0) continue;
      still = -1;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

/** Expects nothing beyond the right edge at the current text size. */
export async function expectNothingSidewaysNow(page: Page, what: string): Promise<void> {
  await untilStill(page);
  await settled.poll(() => sideways(page), { message: `${what}: sideways` }).toEqual([]);
}

/** Expects nothing beyond the right edge, at the current text size and at 200 % (WCAG 2.2, 1.4.4). */
export async function expectNothingSideways(page: Page, what: string): Promise<void> {
  await expectNothingSidewaysNow(page, what);
  await setText(page, '200%');
  // A sidebar that is still growing would not yet take its width from the page.
  await untilStill(page);
  await settled.poll(() => sideways(page), { message: `${what}: sideways at 200 % text size` }).toEqual([]);
  await setText(page, '');
}

export function setText(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}
