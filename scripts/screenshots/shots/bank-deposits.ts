import type { Page } from '@playwright/test';
import { fillDeposit, openBankDeposits } from '../../../tests/support/e2e-cash.ts';
import { changeAnswer } from '../conditions.ts';
import { readShots } from '../read-shots.ts';
import { open, type Shot, shows } from '../shot.ts';

const DEPOSITS = '/dashboard/bank-deposits';

async function openDeposit(page: Page): Promise<void> {
  await openBankDeposits(page);
  await page.getByRole('button', { name: 'New Deposit' }).click();
  await shows(page, 'Record Bank Deposit');
}

async function fill(page: Page, slip: Buffer): Promise<void> {
  await openDeposit(page);
  await fillDeposit(page, slip, { amount: '10.00', notes: 'Evening deposit' });
}

const record = (page: Page) => page.getByRole('button', { name: 'Record Deposit' });

async function deposit(page: Page, slip: Buffer): Promise<void> {
  await fill(page, slip);
  await record(page).click();
  await shows(page, /Bank deposit recorded successfully/);
}

export const bankDeposits: Shot[] = [
  {
    name: 'bank-deposits-empty',
    as: 'manager',
    prepare: async (page) => {
      await page.route('**/api/deposits*', changeAnswer({ deposits: [] }));
      await open(page, DEPOSITS, 'No bank deposits recorded yet');
    },
  },
  ...readShots({
    name: 'bank-deposits',
    as: 'manager',
    path: DEPOSITS,
    read: '**/api/deposits*',
    loading: 'Loading bank deposits...',
    failed: 'Failed to fetch bank deposits',
  }),
  { name: 'deposit', as: 'manager', prepare: openDeposit },
  { name: 'deposit-filled', as: 'manager', prepare: (page, { photo }) => fill(page, photo) },
  {
    name: 'deposit-unmet',
    as: 'manager',
    prepare: async (page) => {
      await openDeposit(page);
      await record(page).click();
      await shows(page, 'Missing Information');
    },
  },
  {
    name: 'deposit-unknown',
    as: 'manager',
    prepare: async (page, { photo }) => {
      await fill(page, photo);
      await page.route('**/api/deposits', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      );
      await record(page).click();
      await shows(page, /We don't know yet/);
    },
  },
  {
    name: 'deposit-done',
    as: 'manager',
    prepare: (page, { photo }) => deposit(page, photo),
  },
  {
    name: 'bank-deposits',
    as: 'manager',
    prepare: async (page, { photo }) => {
      await deposit(page, photo);
      await open(page, DEPOSITS, 'View Document');
    },
  },
];
