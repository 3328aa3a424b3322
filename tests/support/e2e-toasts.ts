import { expect, type Locator, type Page } from '@playwright/test';
import { untilStill } from './e2e-fit.ts';

/**
 * What toasts cover, each as its text: headers, menus and what sticks to its place; every other button, and every amount, once it is
 * scrolled into view.
 */
export async function coveredByToasts(page: Page): Promise<string[]> {
  await untilStill(page);
  return await page.evaluate(() => {
    const boxes = () =>
      [...document.querySelectorAll('[data-toast]:not(.sr-only), .toaster-filled')].map((toast) =>
        toast.getBoundingClientRect(),
      );
    if (boxes().length === 0) return ['nothing: there is no toast'];
    const isCovered = (element: Element) => {
      const { top, bottom, left, right, width } = element.getBoundingClientRect();
      const over = (box: DOMRect) =>
        box.top < bottom - 1 && box.bottom > top + 1 && box.left < right - 1 && box.right > left + 1;
      return width > 0 && boxes().some(over);
    };
    const dialog = document.querySelector('[role=dialog]');
    /** A button that is part of the page's flow can be scrolled away from the toasts; one in a bar cannot. */
    const sticks = (element: Element | null): boolean =>
      element !== null &&
      (/sticky|fixed/.test(getComputedStyle(element).position) || sticks(element.parentElement));
    const still = dialog
      ? [...dialog.querySelectorAll('footer button, header button')]
      : [
          ...document.querySelectorAll('header button, header h1, nav a'),
          ...[...document.querySelectorAll('[type=submit]')].filter(sticks),
        ];
    const content = dialog ?? document.querySelector('main') ?? document.body;
    const moving = [...content.querySelectorAll('.amount, button')].filter(
      (element) => !element.closest('[data-toaster]') && !still.includes(element),
    );
    const isCoveredInSight = (element: Element) => {
      element.scrollIntoView({ block: 'nearest' });
      return isCovered(element);
    };
    window.scrollTo(0, 0);
    const covered = [...still.filter(isCovered), ...moving.filter(isCoveredInSight)];
    window.scrollTo(0, 0);
    return covered.map((element) => element.textContent ?? '');
  });
}

/** The toasts reach from edge to edge, and down to what is below them. */
export async function expectNothingUnderneath(
  page: Page,
  below: Locator | null,
  width: number,
): Promise<void> {
  const zone = await page.locator('[data-toaster]').boundingBox();
  const next = below ? await below.boundingBox() : null;
  if (!zone) throw new Error('no toasts');
  expect(zone.width).toBeGreaterThanOrEqual(width - 2);
  const end = next ? next.y : (page.viewportSize()?.height ?? 0);
  expect(Math.abs(zone.y + zone.height - end)).toBeLessThanOrEqual(2);
}

/** In what these parts are not whole: words that are cut, and what is outside its part or outside the screen. */
export function notWhole(parts: Locator): Promise<string[]> {
  return parts.evaluateAll((elements) => {
    const faultsOf = (one: Element, whole: DOMRect) => {
      const box = one.getBoundingClientRect();
      const { display } = getComputedStyle(one);
      const name = `${one.tagName} "${one.textContent?.trim().slice(0, 40)}"`;
      if (box.width <= 1 || box.height <= 1 || one.closest('svg')) return [];
      const is_cut =
        display !== 'inline' &&
        (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
      const is_out =
        box.top < Math.max(0, whole.top) - 1 ||
        box.bottom > Math.min(window.innerHeight, whole.bottom) + 1 ||
        box.left < -1 ||
        box.right > window.innerWidth + 1;
      return [...(is_cut ? [`${name} is cut`] : []), ...(is_out ? [`${name} hangs out`] : [])];
    };
    return elements.flatMap((element) => {
      const whole = element.getBoundingClientRect();
      return [element, ...element.querySelectorAll('*')].flatMap((one) => faultsOf(one, whole));
    });
  });
}

/** Every link and button of the open menu can be scrolled into view whole, and takes a press. */
export async function expectMenuItemsWhole(page: Page): Promise<void> {
  const menu = page.getByRole('dialog');
  const items = [...(await menu.getByRole('link').all()), ...(await menu.getByRole('button').all())];
  expect(items.length).toBeGreaterThan(2);
  for (const item of items) {
    await item.scrollIntoViewIfNeeded();
    expect(await notWhole(item)).toEqual([]);
    // Nothing else covers it.
    await item.click({ trial: true });
  }
}
