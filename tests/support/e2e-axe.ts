import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expectNothingSideways, untilStill } from './e2e-fit.ts';
import { DESKTOP, NARROW, PHONE, TABLET, type Viewport } from './e2e-viewports.ts';

/** All that depends on the colour scheme; everything else is the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Told of everything that is right too, it takes twice as long. */
const IN_LIGHT: RunOptions = { resultTypes: ['violations'] };
const IN_DARK: RunOptions = { ...IN_LIGHT, runOnly: { type: 'rule', values: COLOUR_RULES } };

/** No violation at these sizes, in light and in dark. */
export async function expectAccessible(page: Page, what: string, viewports: Viewport[]): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const [colorScheme, options] of [
      ['light', IN_LIGHT],
      ['dark', IN_DARK],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      let found = await violationsOf(page, options);
      // A page in the middle of a change is looked at once more: what counts is how it stays.
      if (found.length > 0) found = await violationsOf(page, options);
      expect.soft(found, `${what}, ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

/** No page of ours has frames: axe runs in the page alone, and brings its half megabyte once for each page that is loaded. */
async function violationsOf(page: Page, options: RunOptions) {
  // Colours on their way from one scheme to the other have contrasts of their own.
  await untilStill(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (asked) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, asked);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    }));
  }, options);
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
