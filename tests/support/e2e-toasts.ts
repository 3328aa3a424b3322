import { expect, type Locator, type Page } from '@playwright/test';
import { untilStill } from './e2e-fit.ts';

/**
 * Lists the texts of the elements that toasts cover: headers, menus and fixed elements; and every other
 * button and amount, once it is scrolled into view.
 */
export async function coveredByToasts(page: Page): Promise<string[]> {
  await untilStill(page);
  return await page.evaluate(() => {
    const boxes = () =>
      [...document.querySelectorAll('[data-toast]:not(.sr-only), .toaster-filled')].map((toast) =>
        toast.getBoundingClientRect(),
      );
    if (boxes().length === 0) return ['nothing: no toast is shown'];
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
    /** While there are toasts, the header's texts are only for screen readers. */
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    const others = (elements: NodeListOf<Element>) =>
      [...elements].filter((element) => !element.closest('[data-toaster]') && !isClipped(element));
    const still = dialog
      ? [...dialog.querySelectorAll('footer button, header button')]
      : [
          ...others(document.querySelectorAll('header button, header h1, nav a')),
          ...[...document.querySelectorAll('[type=submit]')].filter(sticks),
        ];
    const content = dialog ?? document.querySelector('main') ?? document.body;
    const moving = others(content.querySelectorAll('.amount, button')).filter(
      (element) => !still.includes(element),
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

/** Keeps the shown success toasts open, as hovering does: a measurement takes longer than they last. */
export async function keepToasts(page: Page): Promise<void> {
  await page.locator('[data-toast]').evaluateAll((toasts) => {
    for (const toast of toasts) toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
}

export type Covered = {
  /** The text or label of the covered element. */
  name: string;
  /** True if it is visible once it is scrolled into view. */
  reachable: boolean;
};

/**
 * Lists the buttons, inputs, signature pads and amounts that are visible at this scroll position and whose
 * centre or corner a toast covers. The scroll position is restored.
 */
export async function coveredNow(page: Page): Promise<Covered[]> {
  await untilStill(page);
  return await page.evaluate(() => {
    const toaster = document.querySelector<HTMLElement>('.toaster-filled');
    const place = toaster?.closest<HTMLElement>('.toast-place');
    if (!toaster || !place) throw new Error('No toasts are shown');
    const inset = 3;
    const pointsOf = (element: Element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const corners = [left + inset, right - inset].flatMap((x) =>
        [top + inset, bottom - inset].map((y) => [x, y] as const),
      );
      return width > 2 * inset ? [[(left + right) / 2, (top + bottom) / 2] as const, ...corners] : [];
    };
    const hits = (element: Element, point: readonly [number, number]) => {
      const top = document.elementFromPoint(...point);
      return top !== null && (element.contains(top) || top.contains(element));
    };
    /** Compares only the points that are visible without toasts. */
    const isCovered = (element: Element) => {
      const points = pointsOf(element).filter((point) => {
        place.style.visibility = 'hidden';
        const seen = hits(element, point);
        place.style.visibility = '';
        return seen;
      });
      return points.some((point) => toaster.contains(document.elementFromPoint(...point)));
    };
    const scrolled = { top: window.scrollY, behavior: 'instant' } as const;
    const isReachable = (element: Element) => {
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const free = !isCovered(element);
      window.scrollTo(scrolled);
      return free;
    };
    const all = document.querySelectorAll('button, input, select, textarea, canvas, nav a, .amount');
    return [...all]
      .filter((element) => !toaster.contains(element) && isCovered(element))
      .map((element) => {
        const name = element.getAttribute('aria-label') || element.textContent?.trim() || element.id;
        return { name: `${element.tagName} ${name}`, reachable: isReachable(element) };
      });
  });
}

/** Expects the toasts to reach from edge to edge, and down to the element below them. */
export async function expectNothingUnderneath(
  page: Page,
  below: Locator | null,
  width: number,
): Promise<void> {
  const zone = await page.locator('[data-toaster]').boundingBox();
  const next = below ? await below.boundingBox() : null;
  if (!zone) throw new Error('No toasts are shown');
  expect(zone.width).toBeGreaterThanOrEqual(width - 2);
  const end = next ? next.y : (page.viewportSize()?.height ?? 0);
  expect(Math.abs(zone.y + zone.height - end)).toBeLessThanOrEqual(2);
}

/** Lists the clipped texts of these parts, and elements outside of their part or of the screen. */
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

/** Expects that every link and button of the open menu can be scrolled fully into view and pressed. */
export async function expectMenuItemsWhole(page: Page): Promise<void> {
  const menu = page.getByRole('dialog');
  const items = [...(await menu.getByRole('link').all()), ...(await menu.getByRole('button').all())];
  expect(items.length).toBeGreaterThan(2);
  for (const item of items) {
    await item.scrollIntoViewIfNeeded();
    expect(await notWhole(item)).toEqual([]);
    // A trial click fails if another element covers the item.
    await item.click({ trial: true });
  }
}
