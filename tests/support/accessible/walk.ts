import { expect, type Page } from '@playwright/test';
import type { Database } from '../../../server/platform/database/database.ts';
import type { ServerProcess } from '../e2e-server.ts';
import type { E2eShop } from '../e2e-shop.ts';
import type { Viewport } from '../e2e-viewports.ts';

export type Given = {
  page: Page;
  photo: Buffer;
  server: ServerProcess & { owner: Database };
  shop: E2eShop;
};

/** A state that a walk has reached, to be checked now. */
export type State = {
  what: string;
  /** Something is in progress on purpose: `aria-busy` is part of the state. */
  busy?: true;
  /** Wider screens have no such state. */
  phone_only?: true;
  /** Further expectations at twice the text. */
  atTwice?: (page: Page) => Promise<void>;
};

/** One user's way through screens and their states, on one page with one shop. */
export type Way = {
  name: string;
  /** Signed in from the start; null: not signed in. */
  as: 'driver' | 'manager' | 'admin' | null;
  /** The size that `npm test` checks each screen at. */
  size: Viewport;
  /** Every control is large enough for a thumb on a phone. */
  thumbs?: true;
  /** On a phone everything is also checked at twice the text. */
  at_twice?: true;
  /** Reaches one state after the other. */
  states(given: Given): AsyncGenerator<State | string>;
};

/** A way with the router's paths that it visits. */
export type Walk = Way & { screens: readonly string[] };

/** Opens an address of the app without loading the app again. */
export async function go(page: Page, address: string, shown: string | RegExp): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address);
  await shows(page, shown);
}

export async function shows(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}
