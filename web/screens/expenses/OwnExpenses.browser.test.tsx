import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { RequestExpense } from '../../../contract/operations/dashboard/cash/expenses/request-expense.schema.ts';
import type {
  OwnExpense,
  OwnExpenses as Read,
} from '../../../contract/operations/screens/list-own-expenses.schema.ts';
import { EXPENSE_KINDS } from '../../../contract/rules/expenses.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { withDefaultTemplates } from '../../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS } from '../../../contract/rules/orders/attempt-reasons.ts';
import { type DriverServer, driverServer, showDriverScreen } from '../../../tests/support/driver-page.tsx';
import { slipJpeg } from '../../../tests/support/sample-pictures.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { ExpenseDialog } from '../../commands/expenses/ExpenseDialog.tsx';
import { deviceOutbox } from '../../commands/this-device.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { OwnExpenses } from './OwnExpenses.tsx';

let server: DriverServer;
let list: Read;

const DAY_MS = 24 * 3_600_000;
const recorded = (changes: Partial<OwnExpense> = {}): OwnExpense => ({
  approval_id: newId(),
  reference: 'EX-1795174612555',
  kind: 'parking',
  amount_fils: 2_000,
  note: null,
  slip: { bucket: 'cash-handovers', path: 'EX/2026-11/EX-1795174612555.jpg', sha256: 'a'.repeat(64) },
  order: null,
  occurred_at: new Date(Date.now() - DAY_MS).toISOString(),
  requested_at: new Date(Date.now() - DAY_MS).toISOString(),
  state: 'pending',
  decided_at: null,
  reason: null,
  ...changes,
});

beforeEach(async () => {
  server = await driverServer();
  list = { expenses: [], pending_fils: 0 };
  server.answers.set('GET /api/expenses', () => json(list));
  server.answers.set('GET /api/delivery-settings', () =>
    json({
      reasons: ATTEMPT_REASONS,
      drivers_set_out: true,
      records_position: false,
      expense_kinds: ['fuel', 'Ferry', 'other'],
      templates: withDefaultTemplates([]),
    }),
  );
  server.record = () => ({
    approval_id: newId(),
    expires_at: new Date(Date.now() + 90 * DAY_MS).toISOString(),
  });
});
afterEach(async () => {
  await cleanup();
  server.restore();
  clearToasts();
});

const show = () =>
  showDriverScreen(
    <ScreenTitle value="Expenses">
      <OwnExpenses />
    </ScreenTitle>,
    '/dashboard/expenses',
  );
const dialog = () => page.getByRole('dialog', { name: 'Record an expense' });
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const requests = () =>
  server.asked
    .filter(({ method, path }) => method === 'POST' && path === '/api/expenses')
    .map(({ body }) => body as RequestExpense);
const made = async () =>
  (await deviceOutbox.reload()).filter(({ endpoint }) => endpoint === 'request_expense');

async function openForm(): Promise<void> {
  await page.getByRole('button', { name: 'Record an expense' }).click();
  await expect.element(dialog()).toBeVisible();
}

async function chooseSlip(): Promise<void> {
  const slip = new File([await slipJpeg(300, 200)], 'slip.jpg', { type: 'image/jpeg' });
  await userEvent.upload(page.getByLabelText('Choose file'), slip);
  await expect.element(page.getByRole('img', { name: 'The slip' })).toBeVisible();
}

async function fill({ kind = 'Fuel', amount = '45.50' } = {}): Promise<void> {
  await dialog().getByLabelText('Kind').selectOptions(kind);
  await dialog().getByLabelText('Amount (AED)').fill(amount);
  await chooseSlip();
}

async function hasNoFaults(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

describe('the form', () => {
  test('offers the kinds that the shop allows, and names what is missing', async () => {
    await show();
    await openForm();
    const options = () => dialog().getByLabelText('Kind').element().querySelectorAll('option');
    // The built-in kinds are offered until the shop's are known.
    await expect
      .poll(() => [...options()].map(({ textContent }) => textContent))
      .toEqual(['Choose the kind of expense', 'Fuel', 'Ferry', 'Other']);
    await press('Record expense');
    await expect.element(dialog().getByText('Choose the kind of expense').last()).toBeVisible();
    await dialog().getByLabelText('Kind').selectOptions('Other');
    await press('Record expense');
    await expect.element(dialog().getByText('Enter the amount').first()).toBeVisible();
    await dialog().getByLabelText('Amount (AED)').fill('12');
    await press('Record expense');
    await expect.element(dialog().getByText('Enter what was paid').first()).toBeVisible();
    await dialog().getByRole('textbox', { name: 'Note' }).fill('Ice for the fish');
    await press('Record expense');
    await expect.element(dialog().getByText('Take or choose a photo of the slip').first()).toBeVisible();
    expect(await made()).toEqual([]);
  });

  test('is filled in by keyboard', async () => {
    await show();
    const opener = page.getByRole('button', { name: 'Record an expense' });
    await expect.element(opener).toBeVisible();
    opener.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
    dialog().getByLabelText('Kind').element().focus();
    await userEvent.keyboard('F');
    await expect.element(dialog().getByLabelText('Kind')).toHaveValue('fuel');
    await userEvent.tab();
    await expect.element(dialog().getByLabelText('Amount (AED)')).toHaveFocus();
    await userEvent.keyboard('45.50');
    await chooseSlip();
    dialog().getByRole('button', { name: 'Record expense', exact: true }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => requests().length).toBe(1);
    expect(requests()[0]).toMatchObject({ kind: 'fuel', amount_fils: 4_550 });
    await expect.element(opener).toHaveFocus();
  });

  test('asks before a selected kind is discarded', async () => {
    await show();
    await openForm();
    await dialog().getByLabelText('Kind').selectOptions('Fuel');
    await press('Cancel');
    await expect.element(page.getByText('Discard what you entered?')).toBeVisible();
  });

  test('stores the expense on the device, sends it with its slip, and closes', async () => {
    await show();
    await openForm();
    await fill();
    await press('Record expense');
    await expect.poll(() => requests().length).toBe(1);
    expect(requests()[0]).toMatchObject({ kind: 'fuel', amount_fils: 4_550, note: null, order_id: null });
    expect(requests()[0]?.reference).toMatch(/^EX-\d{13}$/);
    expect([...server.files.keys()].some((path) => path.includes(`/${requests()[0]?.reference}.jpg`))).toBe(
      true,
    );
    expect(dialog().query()).toBeNull();
    await expect.element(page.getByText('Waiting for approval')).toBeVisible();
  });

  test('without signal keeps the expense through a reload, and sends it once', async () => {
    server.fault = ({ path }) =>
      path === '/api/expenses' || path.startsWith('/storage') ? 'lost' : undefined;
    await show();
    await openForm();
    await fill({ kind: 'Ferry' });
    await press('Record expense');
    await expect
      .element(page.getByRole('list', { name: 'On this device' }))
      .toHaveTextContent('FerryAED 45.50');
    await cleanup();
    server.fault = () => undefined;
    await show();
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => server.recorded.size).toBe(1);
    expect(new Set(requests().map(({ reference }) => reference)).size).toBe(1);
  });

  test('a refused expense stays on the screen with the reason and its slip', async () => {
    server.fault = ({ path, method }) =>
      method === 'POST' && path === '/api/expenses'
        ? problem('device_time_off', { nothing_recorded: true })
        : undefined;
    await show();
    await openForm();
    await fill();
    await press('Record expense');
    const kept = page.getByRole('list', { name: 'On this device' });
    await expect.element(kept).toHaveTextContent('This expense was not recorded');
    await expect.element(kept.getByRole('img', { name: 'The slip' })).toBeVisible();
  });
});

describe('the list', () => {
  test('is empty at first', async () => {
    await show();
    await expect.element(page.getByText('No expenses in the last 60 days')).toBeVisible();
  });

  test.each([
    ['a phone', 390, 844],
    ['a desktop', 1280, 800],
  ])('shows the state of each expense on %s, and is accessible', async (_, width, height) => {
    await page.viewport(width, height);
    list = {
      expenses: [
        recorded({ kind: 'Ferry to the island', note: 'Both ways' }),
        recorded({ state: 'approved', kind: EXPENSE_KINDS[1], reference: 'EX-1795174612556' }),
        recorded({ state: 'refused', reason: 'The slip is of another day', reference: 'EX-1795174612557' }),
      ],
      pending_fils: 2_000,
    };
    await show();
    await expect.element(page.getByText('AED 20.00 waits for approval')).toBeVisible();
    const rows = page.getByRole('list', { name: 'Recorded expenses' }).getByRole('listitem');
    await expect.element(rows.nth(0)).toHaveTextContent('Waiting for approval');
    await expect.element(rows.nth(1)).toHaveTextContent('FuelAED 20.00');
    await expect.element(rows.nth(2)).toHaveTextContent('The slip is of another day');
    await hasNoFaults();
    await openForm();
    await hasNoFaults();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Record an expense' })).toHaveFocus();
  });
});

test('a refund is limited to what is owed to the customer, and names its order', async () => {
  const order_id = newId();
  const profile = { ...server.profile, role: 'Manager' };
  let closed = false;
  await showDriverScreen(
    <ExpenseDialog
      profile={profile}
      refund={{ order_id, order_number: '1001', refund_fils: 3_000 }}
      onClose={() => {
        closed = true;
      }}
    />,
  );
  const form = page.getByRole('dialog', { name: 'Pay back' });
  await expect.element(form.getByLabelText('Amount (AED)')).toHaveValue('30.00');
  await form.getByLabelText('Amount (AED)').fill('30.01');
  await form.getByRole('button', { name: 'Record the refund' }).click();
  await expect.element(form.getByText('Enter at most AED 30.00').first()).toBeVisible();
  await form.getByLabelText('Amount (AED)').fill('12.5');
  await chooseSlip();
  await form.getByRole('button', { name: 'Record the refund' }).click();
  await expect.poll(() => requests().length).toBe(1);
  expect(requests()[0]).toMatchObject({ kind: 'customer_refund', amount_fils: 1_250, order_id });
  expect(closed).toBe(true);
});

test('a refund asks before an edited amount is discarded, and closes at once without input', async () => {
  let closed = 0;
  const refund = { order_id: newId(), order_number: '1001', refund_fils: 3_000 };
  await showDriverScreen(
    <ExpenseDialog
      profile={{ ...server.profile, role: 'Manager' }}
      refund={refund}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  const form = page.getByRole('dialog', { name: 'Pay back' });
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => closed).toBe(1);
  await form.getByLabelText('Amount (AED)').fill('12.5');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('Discard what you entered?')).toBeVisible();
  expect(closed).toBe(1);
});
