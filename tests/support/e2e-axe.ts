import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { untilStill } from './e2e-fit.ts';

/** The rules whose result depends on the colour scheme; all others give the same result in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Reporting passes as well takes twice as long. */
const ALL_RULES: RunOptions = { resultTypes: ['violations'] };
const RULES = {
  light: ALL_RULES,
  dark: { ...ALL_RULES, runOnly: { type: 'rule', values: COLOUR_RULES } },
} as const satisfies Record<string, RunOptions>;

export type ColourScheme = keyof typeof RULES;

/** Expects no violation at the page's present size in these colour schemes: of all rules in light, of the colour rules in dark. */
export async function expectNoViolations(
  page: Page,
  what: string,
  schemes: readonly ColourScheme[],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await untilStill(page);
    expect.soft(await violationsOf(page, RULES[colorScheme]), `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** No page of the product has frames: axe runs in the page alone. Its half megabyte is injected once per loaded page. */
async function violationsOf(page: Page, options: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, given);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    }));
  }, options);
}
