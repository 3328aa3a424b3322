import { expect, type Page, type Route } from '@playwright/test';
import { fillDelivery } from '../../tests/support/e2e-screens.ts';

export const NEXT = '/dashboard/next-order';

export async function openForm(page: Page): Promise<void> {
  await page.goto(NEXT);
  await expect(button(page)).toBeVisible();
}

export const button = (page: Page) => page.getByRole('button', { name: /^Confirm(ing)? Delivery/ });

/** A filled form that was confirmed, and what the server makes of the command. */
export async function confirm(
  page: Page,
  photo: Buffer,
  onCommand: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route('**/api/deliveries', onCommand);
  await openForm(page);
  await fillDelivery(page, photo);
  await button(page).click();
}
