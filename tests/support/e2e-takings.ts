import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { verifyNamedFiles } from '../../server/files/verify-named-files.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { accessToken } from './e2e-device.ts';
import { readPdf } from './e2e-pdf.ts';
import { expectVerified } from './e2e-second-person.ts';
import type { E2eShop, Person } from './e2e-shop.ts';
import { build } from './query-builder.ts';

/** Verifies the cash book and the named files, as `mandoob cash verify` and `mandoob files verify` do. */
export async function expectBooksVerified(owner: Database, shop: E2eShop): Promise<void> {
  await expectVerified(owner, shop);
  const missing = (await verifyNamedFiles(owner)).filter((one) => one.shop_id === shop.shop_id);
  expect(missing).toEqual([]);
}

/** Reads the note of a delivery with the permissions of its driver. */
export async function storedNote(url: string, driver: Person, path: string): Promise<Buffer> {
  const authorization = `Bearer ${await accessToken(url, driver)}`;
  const signed = await fetch(`${url}/storage/v1/object/sign`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ bucket: 'order-deliveries', path }),
  });
  const { signed_url } = (await signed.json()) as { signed_url: string };
  const response = await fetch(url + signed_url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Opens a document of a page; returns its text, and checks that it is drawn on one page. */
export async function drawnDocument(browser: Browser, button: Locator): Promise<string> {
  const [tab] = await Promise.all([button.page().context().waitForEvent('page'), button.click()]);
  await expect.poll(() => tab.url()).toMatch(/\/storage\//);
  const bytes = Buffer.from(await (await fetch(tab.url())).arrayBuffer());
  await tab.close();
  return drawn(browser, bytes);
}

/** Returns the text of a document, every part of which has ink. */
export async function drawn(browser: Browser, bytes: Buffer): Promise<string> {
  const { pages, ink, pieces, text } = await readPdf(browser, bytes);
  expect(pages).toBe(1);
  expect(ink).toBeGreaterThan(5_000);
  expect(pieces.filter((piece) => piece.ink === 0)).toEqual([]);
  return text.replace(/\s+/g, ' ');
}

/** Reads the open amounts of an order; null if there were none at any time. */
export async function openOf(owner: Database, { shop_id }: E2eShop, order_id: string) {
  const row = await build(owner)
    .selectFrom('order_balances')
    .select(['owed_fils', 'unmatched_fils', 'refund_fils'])
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order_id)
    .executeTakeFirst();
  return row ?? null;
}

export const notEverythingTaken = (page: Page) => page.getByRole('button', { name: 'Not everything taken' });
export const otherPayment = (page: Page) => page.getByRole('button', { name: 'Different payment' });
