import { expect, type Page } from '@playwright/test';
import type { Database } from '../../../server/platform/database/database.ts';
import { dismissToasts, pressAllPresent, untilNoOverlay } from '../e2e-screens.ts';
import type { ServerProcess } from '../e2e-server.ts';
import type { E2eShop } from '../e2e-shop.ts';
import type { Viewport } from '../e2e-viewports.ts';

export type Given = {
  page: Page;
  photo: Buffer;
  server: ServerProcess & { owner: Database };
  shop: E2eShop;
};

/** A state that a walk has reached and that is to be checked now. */
export type State = {
  what: string;
  /** Something is in progress on purpose: `aria-busy` is part of the state. */
  busy?: true;
  /** This state does not exist on wider screens. */
  phone_only?: true;
  /** Further expectations at 200 % text size. */
  atTwice?: (page: Page) => Promise<void>;
};

/** A route of one user through screens and their states, on one page with one shop. */
export type Way = {
  name: string;
  /** The role of the signed-in user; null: not signed in. */
  as: 'driver' | 'manager' | 'admin' | null;
  /** The viewport in which `npm test` checks each screen. */
  size: Viewport;
  /** On a phone, every control must meet the minimum touch target size. */
  thumbs?: true;
  /** On a phone, everything is also checked at 200 % text size. */
  at_twice?: true;
  /** Reaches one state after another and yields each. */
  states(given: Given): AsyncGenerator<State | string>;
};

/** A `Way` with the router paths that it visits. */
export type Walk = Way & { screens: readonly string[] };

/** Navigates within the app, without reloading it. */
export async function go(page: Page, address: string, shown: string | RegExp): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address);
  await shows(page, shown);
}

export async function shows(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

/** Leaves a form without sending it. */
export async function leaveForm(page: Page): Promise<void> {
  await dismissToasts(page);
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => {
      await pressAllPresent(page.getByRole('button', { name: 'Discard', exact: true }));
      return await page.getByRole('dialog').count();
    })
    .toBe(0);
  await untilNoOverlay(page);
}
