import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNothingSideways, untilStill } from './e2e-fit.ts';
import { DESKTOP, NARROW, PHONE, TABLET, type Viewport } from './e2e-viewports.ts';

/** All that depends on the colour scheme; everything else is the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** No violation at these sizes, in light and in dark. */
export async function expectAccessible(page: Page, what: string, viewports: Viewport[]): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      let found = await violationsOf(page, colorScheme);
      // A page in the middle of a change is looked at once more: what counts is how it stays.
      if (found.length > 0) found = await violationsOf(page, colorScheme);
      expect.soft(found, `${what}, ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

async function violationsOf(page: Page, colorScheme: 'light' | 'dark') {
  // Colours on their way from one scheme to the other have contrasts of their own.
  await untilStill(page);
  // No page of ours has frames, so axe needs no second tab to put their results together.
  // Told of everything that is right too, it took twice as long; and it brings its half megabyte twice for each run.
  const is_there = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(is_there && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (colorScheme === 'dark') axe.withRules(COLOUR_RULES);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
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
