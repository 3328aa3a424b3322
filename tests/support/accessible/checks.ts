import { expect, type Page } from '@playwright/test';
import { type ColourScheme, expectNoViolations } from '../e2e-axe.ts';
import { expectNothingSideways, expectNothingSidewaysNow, setText, untilStill } from '../e2e-fit.ts';
import { coveredByToasts, notWhole } from '../e2e-toasts.ts';
import { DESKTOP, NARROW, TABLET, type Viewport } from '../e2e-viewports.ts';
import type { State, Walk } from './walk.ts';

const MIN_TARGET_PX = 44;

type Tier = { sizes(size: Viewport): readonly Viewport[]; schemes: readonly ColourScheme[] };

/** Every run checks each screen at one size in light, the long tier each state at all sizes in dark and light. */
export const TIERS = {
  screens: { sizes: (size: Viewport) => [size], schemes: ['light'] },
  states: { sizes: () => [NARROW, TABLET, DESKTOP], schemes: ['dark', 'light'] },
} as const satisfies Record<string, Tier>;

/**
 * Checks a state that is reached: axe, nothing beyond the right edge, nothing covered by toasts; on a phone also targets
 * for a thumb and twice the text, where the walk says so.
 */
export async function check(page: Page, state: State, walk: Walk, { sizes, schemes }: Tier): Promise<void> {
  if (!state.busy) await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const all = sizes(walk.size).filter(({ width }) => !state.phone_only || width < TABLET.width);
  for (const size of all) {
    const what = `${state.what}, ${size.width} px`;
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    await expectNoViolations(page, what, schemes);
    const is_phone = size.width < TABLET.width;
    if (is_phone && walk.thumbs) expect.soft(await smallTargets(page), `${what}: targets`).toEqual([]);
    const at_twice = is_phone && walk.at_twice === true;
    if (at_twice) await expectNothingSideways(page, what);
    else await expectNothingSidewaysNow(page, what);
    await expectToastsFree(page, what, at_twice);
    if (at_twice && state.atTwice) await atTwice(page, state.atTwice);
  }
  if (page.viewportSize()?.width !== walk.size.width) await page.setViewportSize(walk.size);
}

/** Toasts cover nothing; `also_twice`: and are whole at twice the text. */
async function expectToastsFree(page: Page, what: string, also_twice: boolean): Promise<void> {
  const toasts = page.locator('[data-toast]:not(.sr-only)');
  if ((await toasts.count()) === 0) return;
  const covered = await coveredByToasts(page);
  // A toast of success may have gone meanwhile.
  if ((await toasts.count()) > 0) expect.soft(covered, `${what}: covered by toasts`).toEqual([]);
  if (!also_twice) return;
  await atTwice(page, async () => {
    expect.soft(await notWhole(toasts), `${what}: toasts at twice the text`).toEqual([]);
  });
}

async function atTwice(page: Page, expectThen: (page: Page) => Promise<void>): Promise<void> {
  await setText(page, '200%');
  await untilStill(page);
  await expectThen(page);
  await setText(page, '');
}

/** Controls that are smaller than a thumb needs. A label is part of its control; a link in a sentence may be as high as its line. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((min) => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden])');
    return [...controls].flatMap((control) => {
      const target = control.closest('label') ?? control;
      const { width, height } = target.getBoundingClientRect();
      const hidden = width <= 1 || height <= 1 || getComputedStyle(control).visibility === 'hidden';
      if (hidden || (width >= min && height >= min)) return [];
      return [`${control.outerHTML.slice(0, 80)} ${Math.round(width)}x${Math.round(height)}`];
    });
  }, MIN_TARGET_PX - 0.5);
}
