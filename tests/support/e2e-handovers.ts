import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { confirmUnusual, drawSignature } from './e2e-cash.ts';
import { build } from './query-builder.ts';

export type HandoverKind = 'start' | 'end';

export async function openHandover(page: Page, kind: HandoverKind): Promise<void> {
  await page.goto(`/dashboard/${kind}-of-day-handover`);
  await expect(page.getByLabel('Driver', { exact: true })).toBeVisible();
}

export const completeButton = (page: Page) => page.getByRole('button', { name: 'Complete Handover' });
export const amountField = (page: Page) => page.getByLabel(/^Amount (Given|Received) \(AED\)$/);
export const unknownNotice = (page: Page) => page.getByText("We don't know yet whether this was recorded");

/** Fills in driver and amount, and draws both signatures. */
export async function fillHandover(page: Page, full_name: string, amount: string): Promise<void> {
  await page.getByLabel('Driver', { exact: true }).selectOption({ label: full_name });
  await amountField(page).fill(amount);
  const estimate = page.getByLabel('Estimated Receivables (AED)');
  if ((await estimate.count()) > 0) await expect(estimate).not.toHaveValue('');
  await confirmUnusual(page);
  await signHandover(page);
}

async function signHandover(page: Page): Promise<void> {
  await drawSignature(page, 'Driver Signature');
  await drawSignature(page, 'Admin Signature');
}

/** Reads the shop's handovers with drivers and the cash movements that belong to them. */
export async function handoversOf(owner: Database, shop_id: number) {
  const handovers = await build(owner)
    .selectFrom('cash_handovers')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('handover_type', 'in', ['start', 'end', 'drop'])
    .orderBy('recorded_at')
    .execute();
  const movements = await build(owner)
    .selectFrom('cash_movements')
    .select(['from_user_id', 'to_user_id', 'amount_fils', 'source_id', 'posted_at'])
    .where('shop_id', '=', shop_id)
    .where('source_type', '=', 'cash_handover')
    .execute();
  return { handovers, movements };
}

/** Reads a stored file's bytes from the server's directory, where they are named by their hash. */
export async function storedBytes(data_dir: string, owner: Database, file_id: string): Promise<Buffer> {
  const { sha256 } = await build(owner)
    .selectFrom('files')
    .select('sha256')
    .where('id', '=', file_id)
    .executeTakeFirstOrThrow();
  const directory = join(data_dir, 'files');
  const names = await readdir(directory, { recursive: true });
  const name = names.find((one) => one.replaceAll('/', '').endsWith(sha256));
  if (!name) throw new Error(`No content for ${sha256}`);
  return await readFile(join(directory, name));
}

/** Returns the number of dark pixels of a stored picture, and the colour of its corner (white paper). */
export async function inkOf(page: Page, png: Buffer): Promise<{ dark: number; corner: number[] }> {
  return await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = canvas.getContext('2d');
    pen?.drawImage(bitmap, 0, 0);
    const data = pen?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) dark += 1;
    return { dark, corner: [...data.slice(0, 4)] };
  }, png.toString('base64'));
}
