import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CashEquation } from '../../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { BEYOND_STAFF, type BeyondStaff } from '../../../contract/rules/reports/reports.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { CashBook } from './CashBook.tsx';

registerEndpoints(DESK_ENDPOINTS);

type Sides = Partial<Record<BeyondStaff, readonly [in_fils: number, out_fils: number]>>;

let server: ManagerServer;
let equation: CashEquation;

function holders(total: Sides, today: Sides): CashEquation['holders'] {
  const sideOf = (sides: Sides, holder: BeyondStaff) => {
    const [in_fils, out_fils] = sides[holder] ?? [0, 0];
    return { in_fils, out_fils };
  };
  return BEYOND_STAFF.map((holder) => ({
    holder,
    total: sideOf(total, holder),
    today: sideOf(today, holder),
  }));
}

const DAWOOD = {
  ...{ user_id: newId(), full_name: 'Dawood Driver', role: 'Driver', disabled: true },
  ...{ cash_fils: 0, shortage_fils: 90_000, over_fils: 0 },
};
const AMAL = {
  ...{ user_id: newId(), full_name: 'Amal Admin', role: 'Admin', disabled: false },
  ...{ cash_fils: 810_000, shortage_fils: 0, over_fils: 0 },
};

beforeEach(async () => {
  server = await managerServer();
  equation = {
    holders: holders(
      { customers: [1_000_000, 0], bank: [0, 300_000], safe: [200_000, 0], shortage: [10_000, 100_000] },
      { customers: [50_000, 0], shortage: [10_000, 0] },
    ),
    ...{ staff_fils: 810_000, staff_before_today_fils: 750_000, waiting_fils: 0, is_equal: true },
    people: [AMAL, DAWOOD],
  };
  server.answers.set('GET /api/desk/cash/equation', () => json(equation));
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

async function show(): Promise<void> {
  await showPage(
    <ScreenTitle value="Cash book">
      <CashBook />
    </ScreenTitle>,
  );
  await page.viewport(1280, 900);
  await expect.element(page.getByRole('table').first()).toBeVisible();
}

const rowsOf = (name: string) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('each holder is shown with its sums in all and today, which add up to the cash of staff', async () => {
  await show();
  expect(rowsOf('Holders, In all, Today')).toEqual([
    ['Holder', 'In all', 'Today'],
    ['Came from', 'Went to', 'Came from', 'Went to'],
    ['Customers', '10,000.00', '—', '500.00', '—'],
    ['Bank', '—', '3,000.00', '—', '—'],
    ['Safe', '2,000.00', '—', '—', '—'],
    ['Opening', '—', '—', '—', '—'],
    ['Adjustment', '—', '—', '—', '—'],
    ['Shortage', '100.00', '1,000.00', '100.00', '—'],
    ['Over', '—', '—', '—', '—'],
    ['Expenses', '—', '—', '—', '—'],
    ['Sum', '12,100.00', '4,000.00', '600.00', '—'],
    ['Came from less went to', '8,100.00', '600.00'],
    ['Cash of staff', '8,100.00', ''],
    ['Cash of staff at the start of the day', '', '7,500.00'],
  ]);
  await expect.element(page.getByRole('status').getByText('Equal', { exact: true })).toBeVisible();
});

test('everyone with cash, a shortage or an over is listed, disabled users marked', async () => {
  await show();
  expect(rowsOf('People')).toEqual([
    ['Name', 'Cash (AED)', 'Shortage', 'Over'],
    ['Amal AdminAdmin', '8,100.00', '—', '—'],
    ['Dawood DriverDriverDisabled', '—', '900.00', '—'],
    ['Total', '8,100.00', '900.00', '0.00'],
  ]);
});

test('sides that differ lead to the verification of the book', async () => {
  equation = { ...equation, staff_fils: 809_500, is_equal: false };
  await show();
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Not equal: run cash verify');
  await expect.element(alert).toHaveTextContent('The two sides differ by AED 5.00.');
});

test('pending cash is shown', async () => {
  equation = { ...equation, waiting_fils: 14_500 };
  await show();
  await expect.element(page.getByText('AED 145.00 of it waiting to be posted')).toBeVisible();
});

test('on a phone, the sums in all and today have a table each', async () => {
  await show();
  await page.viewport(390, 844);
  await expect.element(page.getByRole('table', { name: 'Holders, In all' })).toBeVisible();
  expect(rowsOf('Holders, Today').slice(-1)).toEqual([['Cash of staff at the start of the day', '7,500.00']]);
});
