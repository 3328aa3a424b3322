import type { Page } from '@playwright/test';
import { fillDeposit, openBankDeposits } from '../../../tests/support/e2e-cash.ts';
import { changeResponse } from '../conditions.ts';
import { open, readShots, type Shot, shot, shows } from '../shot.ts';

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
  shot('bank-deposits-empty', 'manager', async (page) => {
    await page.route('**/api/deposits*', changeResponse({ deposits: [] }));
    await open(page, DEPOSITS, 'No bank deposits recorded yet');
  }),
  ...readShots('bank-deposits', 'manager', {
    path: DEPOSITS,
    read: '**/api/deposits*',
    loading: 'Loading bank deposits...',
    failed: 'Failed to fetch bank deposits',
  }),
  shot('deposit', 'manager', openDeposit),
  shot('deposit-filled', 'manager', (page, { photo }) => fill(page, photo)),
  shot('deposit-unmet', 'manager', async (page) => {
    await openDeposit(page);
    await record(page).click();
    await shows(page, 'Missing Information');
  }),
  shot('deposit-unknown', 'manager', async (page, { photo }) => {
    await fill(page, photo);
    await page.route('**/api/deposits', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await record(page).click();
    await shows(page, /We don't know yet/);
  }),
  shot('deposit-done', 'manager', (page, { photo }) => deposit(page, photo)),
  shot('bank-deposits', 'manager', async (page, { photo }) => {
    await deposit(page, photo);
    await open(page, DEPOSITS, 'View Document');
  }),
];
