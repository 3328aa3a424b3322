import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

/** No violation and nothing beyond the right edge, on phone, tablet and desktop, in light and in dark, nor at twice the text. */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours on their way from one scheme to the other have contrasts of their own.
      await page.evaluate(async () => {
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
      expect.soft(found, `${what}, ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, `${what}, ${viewport.width} px`).toBeLessThanOrEqual(viewport.width);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const beyond = await page.evaluate(() => {
    const areas = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] *')];
    return Math.max(
      ...areas.map(({ scrollWidth, clientWidth }) => (clientWidth > 300 ? scrollWidth - clientWidth : 0)),
    );
  });
  expect.soft(beyond, `${what}, sideways at twice the text`).toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}
