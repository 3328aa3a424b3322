import type { Page } from '@playwright/test';
import { ARABIC_NAME, type E2eShop } from './e2e-shop.ts';

export const STOPS = '/dashboard/assigned-orders';

/** Adds stops and returns their order numbers, oldest first. */
export async function addStops(shop: E2eShop, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const customer =
      at % 3 === 1 ? { first_name: ARABIC_NAME, last_name: 'عبد الرحمن محمد آل مكتوم' } : undefined;
    const { order_number } = await shop.addOrder({
      minutes_ago: 600 - at * 10,
      due_amount_fils: 10_000,
      ...(customer && { customer }),
    });
    numbers.push(order_number);
  }
  return numbers;
}

/** Returns the order numbers from top to bottom, in one call that never waits for a removed row. */
export async function shownStops(page: Page): Promise<string[]> {
  const placed = await page.getByRole('article').evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.getAttribute('aria-label') ?? '',
      y: row.getBoundingClientRect().y,
    })),
  );
  return placed.toSorted((one, other) => one.y - other.y).map(({ name }) => name.replace('Order #', ''));
}

export const stop = (page: Page, number = '') => page.getByRole('article', { name: `Order #${number}` });
export const rowButton = (page: Page, number = '') =>
  stop(page, number).getByRole('button', { name: new RegExp(`#${number} ·`) });
export const handle = (page: Page, number = '') =>
  stop(page, number).getByRole('button', { name: `Move Order #${number}` });
export const withAll = (page: Page) => page.getByRole('button', { name: /^Set out with all/ });
