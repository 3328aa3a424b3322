import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNothingSideways } from './e2e-fit.ts';
import { DESKTOP, NARROW, PHONE, TABLET, type Viewport } from './e2e-viewports.ts';

/** No violation at these sizes, in light and in dark. */
export async function expectAccessible(page: Page, what: string, viewports: Viewport[]): Promise<void> {
  for (const viewport of viewports) {
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
  }
}

/** No violation and nothing beyond the right edge, on phone, tablet and desktop, in light and in dark, nor at twice the text. */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const viewport of [PHONE, TABLET, DESKTOP]) {
    await expectAccessible(page, what, [viewport]);
    await expectNothingSideways(page, `${what}, ${viewport.width} px`);
  }
  await page.setViewportSize(NARROW);
  await expectNothingSideways(page, `${what}, ${NARROW.width} px`);
}
