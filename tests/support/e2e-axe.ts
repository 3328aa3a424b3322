import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { untilStill } from './e2e-fit.ts';

/** The rules whose result depends on the colour scheme; the others give the same result in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Reporting passed rules as well takes twice as long. */
const ALL_RULES: RunOptions = { resultTypes: ['violations'] };
const RULES = {
  light: ALL_RULES,
  dark: { ...ALL_RULES, runOnly: { type: 'rule', values: COLOUR_RULES } },
} as const satisfies Record<string, RunOptions>;

export type ColourScheme = keyof typeof RULES;

/** Expects no violation at the page's current size: all rules in light, the colour rules in dark. */
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

/** Runs axe in the page alone, as the product has no frames. Its 500 kB are injected once per loaded page. */
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
