import { expect, type Page } from '@playwright/test';
import { type ColourScheme, expectNoViolations } from '../e2e-axe.ts';
import { expectNothingSideways, expectNothingSidewaysNow, setText, untilStill } from '../e2e-fit.ts';
import { coveredByToasts, notWhole } from '../e2e-toasts.ts';
import { DESKTOP, NARROW, TABLET, type Viewport } from '../e2e-viewports.ts';
import type { State, Walk } from './walk.ts';

const MIN_TARGET_PX = 44;

type Tier = { sizes(size: Viewport): readonly Viewport[]; schemes: readonly ColourScheme[] };

/**
 * `npm test` checks each screen at one size in light; the long tier checks each state at all sizes in both
 * schemes.
 */
export const TIERS = {
  screens: { sizes: (size: Viewport) => [size], schemes: ['light'] },
  states: { sizes: () => [NARROW, TABLET, DESKTOP], schemes: ['dark', 'light'] },
} as const satisfies Record<string, Tier>;

/**
 * Checks the current state: axe, no overflow at the right edge, nothing covered by toasts. On a phone, if the
 * walk requires it, also touch target sizes and text at 200 %.
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

/** Toasts cover nothing. With `also_twice`, they are also not clipped at 200 % text size. */
async function expectToastsFree(page: Page, what: string, also_twice: boolean): Promise<void> {
  const toasts = page.locator('[data-toast]:not(.sr-only)');
  if ((await toasts.count()) === 0) return;
  const covered = await coveredByToasts(page);
  // A success toast may have disappeared meanwhile.
  if ((await toasts.count()) > 0) expect.soft(covered, `${what}: covered by toasts`).toEqual([]);
  if (!also_twice) return;
  await atTwice(page, async () => {
    expect.soft(await notWhole(toasts), `${what}: toasts at 200 % text size`).toEqual([]);
  });
}

async function atTwice(page: Page, expectThen: (page: Page) => Promise<void>): Promise<void> {
  await setText(page, '200%');
  await untilStill(page);
  await expectThen(page);
  await setText(page, '');
}

/** Lists controls below the minimum touch target size. A label is part of its control. */
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
