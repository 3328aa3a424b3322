import { expect, type Page } from '@playwright/test';
import {
  confirmCollection,
  drawSignature,
  openCashHandovers,
  prepareCollection,
  signCollection,
} from '../../../tests/support/e2e-cash.ts';
import { changeAnswer, hold } from '../conditions.ts';
import { readShots } from '../read-shots.ts';
import { open, type Shot, shows } from '../shot.ts';

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

export const cashHandovers: Shot[] = [
  { name: 'cash-handovers', as: 'manager', prepare: openCashHandovers },
  { name: 'cash-handovers-all', as: 'manager', full: true, prepare: openCashHandovers },
  {
    name: 'cash-handovers-empty',
    as: 'manager',
    full: true,
    prepare: async (page) => {
      await page.route('**/api/cash/outstanding', changeAnswer({ rows: [], total_fils: 0 }));
      await open(page, CASH, 'No outstanding cash balances');
    },
  },
  ...readShots({
    name: 'cash-handovers',
    as: 'manager',
    path: CASH,
    read: '**/api/cash/outstanding',
    loading: /^Loading/,
    failed: 'Failed to fetch cash tracking data',
  }),
  { name: 'collection-amount', as: 'manager', prepare: start },
  {
    name: 'collection-amount-too-high',
    as: 'manager',
    prepare: async (page) => {
      await start(page);
      await page.getByLabel('Amount to Collect (AED)').fill('90000');
      await page.getByRole('button', { name: 'Continue to Signatures' }).click();
      await shows(page, 'Amount Too High');
    },
  },
  {
    name: 'collection-signatures',
    as: 'manager',
    prepare: async (page) => {
      await start(page);
      await page.getByLabel('Amount to Collect (AED)').fill('10.00');
      await page.getByRole('button', { name: 'Continue to Signatures' }).click();
      await drawSignature(page, 'Manager Signature');
    },
  },
  { name: 'collection-confirmation', as: 'manager', prepare },
  {
    name: 'collection-processing',
    as: 'manager',
    prepare: async (page) => {
      await page.route('**/api/collections', hold);
      await prepare(page);
      await confirmCollection(page).click();
      await shows(page, 'Processing...');
    },
  },
  {
    name: 'collection-unknown',
    as: 'manager',
    prepare: async (page) => {
      await page.route('**/api/collections', (route) => route.abort());
      await prepare(page);
      await confirmCollection(page).click();
      await shows(page, /We don't know yet/);
    },
  },
  {
    name: 'collection-done',
    as: 'manager',
    prepare: async (page) => {
      await prepare(page);
      await confirmCollection(page).click();
      await shows(page, 'Cash Collection Successful');
    },
  },
  {
    name: 'collection-next-person',
    as: 'manager',
    prepare: async (page) => {
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
    },
  },
];
