import { expect, type Page, type Route } from '@playwright/test';
import {
  confirmCollection,
  drawSignature,
  openCashHandovers,
  prepareCollection,
  signCollection,
} from '../../../tests/support/e2e-cash.ts';
import { changeResponse, hold } from '../conditions.ts';
import { open, readShots, type Shot, shot, shows } from '../shot.ts';

const CASH = '/dashboard/cash-handovers';
const DRIVER = 'Joseph Mathew';

async function start(page: Page): Promise<void> {
  await openCashHandovers(page);
  await page.getByRole('button', { name: `Collect Cash from ${DRIVER}` }).click();
}

async function prepare(page: Page): Promise<void> {
  await openCashHandovers(page);
  await prepareCollection(page, DRIVER, '10.00');
}

const confirmed = (state: string, onCommand: (route: Route) => Promise<void>, text: string | RegExp) =>
  shot(`collection-${state}`, 'manager', async (page) => {
    await page.route('**/api/collections', onCommand);
    await prepare(page);
    await confirmCollection(page).click();
    await shows(page, text);
  });

export const cashHandovers: Shot[] = [
  shot('cash-handovers', 'manager', openCashHandovers),
  shot('cash-handovers-all', { as: 'manager', full: true }, openCashHandovers),
  shot('cash-handovers-empty', { as: 'manager', full: true }, async (page) => {
    await page.route('**/api/cash/outstanding', changeResponse({ rows: [], total_fils: 0 }));
    await open(page, CASH, 'No outstanding cash balances');
  }),
  ...readShots('cash-handovers', 'manager', {
    path: CASH,
    read: '**/api/cash/outstanding',
    loading: /^Loading/,
    failed: 'Failed to fetch cash tracking data',
  }),
  shot('collection-amount', 'manager', start),
  shot('collection-amount-too-high', 'manager', async (page) => {
    await start(page);
    await page.getByLabel('Amount to Collect (AED)').fill('90000');
    await page.getByRole('button', { name: 'Continue to Signatures' }).click();
    await shows(page, 'Amount Too High');
  }),
  shot('collection-signatures', 'manager', async (page) => {
    await start(page);
    await page.getByLabel('Amount to Collect (AED)').fill('10.00');
    await page.getByRole('button', { name: 'Continue to Signatures' }).click();
    await drawSignature(page, 'Manager Signature');
  }),
  shot('collection-confirmation', 'manager', prepare),
  confirmed('processing', hold, 'Processing...'),
  confirmed('unknown', (route) => route.abort(), /We don't know yet/),
  confirmed('done', (route) => route.fallback(), 'Cash Collection Successful'),
  shot('collection-next-person', 'manager', async (page) => {
    await openCashHandovers(page);
    await page.getByRole('button', { name: 'Start Collection Process' }).click();
    await signCollection(page, '10.00');
    await confirmCollection(page).click();
    await expect(
      page
        .getByRole('button', { name: 'Skip' })
        .or(page.getByRole('button', { name: 'Stop' }))
        .first(),
    ).toBeVisible();
  }),
];
