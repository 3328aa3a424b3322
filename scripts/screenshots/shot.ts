import { expect, type Page } from '@playwright/test';

/** One picture: a screen in one state. */
export type Shot = {
  name: string;
  /** A demo account; nobody is signed in without one. */
  as?: 'driver' | 'driver2' | 'manager' | 'admin';
  only?: 'phone' | 'desktop';
  /** The whole page instead of what the screen shows at once. */
  full?: boolean;
  prepare(page: Page, given: { photo: Buffer; phone: boolean }): Promise<void>;
};

export const PROFILE = '/dashboard/profile';

export const shows = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

export async function open(page: Page, path: string, text: string | RegExp): Promise<void> {
  await page.goto(path);
  await shows(page, text);
}
