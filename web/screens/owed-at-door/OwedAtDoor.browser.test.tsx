import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { CollectOwed } from '../../../contract/operations/dashboard/order-payments/collect-owed.schema.ts';
import type { OwedOrder } from '../../../contract/operations/screens/list-owed-at-door.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { type DriverServer, driverServer, showDriverScreen } from '../../../tests/support/driver-page.tsx';
import { json, problem } from '../../../tests/support/server-double.ts';
import { deviceOutbox } from '../../commands/this-device.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { OwedAtDoor } from './OwedAtDoor.tsx';

let server: DriverServer;
let orders: OwedOrder[];

function owed(changes: Partial<OwedOrder> = {}): OwedOrder {
  return {
    order_id: newId(),
    order_number: '1001',
    customer_name: 'Layla Haddad',
    delivery_address: 'Marina Gate 1, Apt 1204',
    driver_id: server.profile.driver?.id ?? 0,
    owed_fils: 500,
    delivered_at: '2026-11-20T08:00:00.000Z',
    ...changes,
  };
}

beforeEach(async () => {
  server = await driverServer();
  orders = [owed()];
  server.answers.set('GET /api/order-payments/owed', () => json({ orders }));
});
afterEach(async () => {
  await cleanup();
  server.restore();
  clearToasts();
});

const show = () =>
  showDriverScreen(
    <ScreenTitle value="Owed at the door">
      <main>
        <OwedAtDoor />
      </main>
    </ScreenTitle>,
    '/dashboard/owed',
  );
const collect = () => page.getByRole('button', { name: 'Collect from order #1001' });
const dialog = () => page.getByRole('dialog', { name: 'Collect what is owed' });
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const made = async () =>
  (await deviceOutbox.reload())
    .filter(({ endpoint, user_id }) => endpoint === 'collect_owed' && user_id === server.profile.id)
    .map(({ input }) => input as CollectOwed);

async function hasNoFaults(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test.each([
  ['phone', 390, 844],
  ['desktop', 1280, 800],
])('the list and the form fit on a %s and are accessible', async (_, width, height) => {
  await page.viewport(width, height);
  await show();
  await expect.element(page.getByText('Marina Gate 1, Apt 1204')).toBeVisible();
  await hasNoFaults();
  await collect().click();
  await expect.element(dialog()).toBeVisible();
  await hasNoFaults();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('the keyboard opens and fills in the form, and the focus returns', async () => {
  await show();
  await expect.element(collect()).toBeVisible();
  collect().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toBeVisible();
  dialog().getByRole('radio', { name: 'Cash' }).element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(dialog().getByText('Does not change your cash on hand')).toBeVisible();
  dialog().getByLabelText('Amount (AED)').element().focus();
  await userEvent.keyboard('{Control>}a{/Control}3{Enter}');
  await expect.element(dialog().getByLabelText('Customer Name')).toHaveFocus();
  dialog().getByRole('button', { name: 'Record payment' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(collect()).toHaveFocus();
  expect(await made()).toMatchObject([{ taken: { cash_fils: 0, card_fils: 300 } }]);
});

test('shows that nothing is owed', async () => {
  orders = [];
  await show();
  await expect.element(page.getByText('Nothing is owed')).toBeVisible();
});

test('stores a payment on the device without a connection, and counts it until it is sent', async () => {
  server.answers.set('POST /api/order-payments', () => problem('unavailable'));
  await show();
  await collect().click();
  await expect.element(dialog().getByText('Adds AED 5.00 to your cash on hand')).toBeVisible();
  await dialog().getByLabelText('Amount (AED)').fill('3');
  await press('Record payment');
  await expect.element(dialog()).not.toBeInTheDocument();
  const [input] = await made();
  expect(input).toMatchObject({
    order_id: orders[0]?.order_id,
    customer_name: 'Layla Haddad',
    taken: { cash_fils: 300, card_fils: 0, link: null, transfer: null },
  });
  expect(input?.reference).toMatch(/^OP-\d{13}$/);
  expect(input?.receipt.path).toContain(`/payment-${input?.reference}.pdf`);
  await expect.element(page.getByText('AED 3.00 collected, waiting to be sent')).toBeVisible();
});

test('a payment recorded after the list was read is not shown as owed again', async () => {
  server.record = () => ({ order_number: '1001', owed_fils: 200, excess_fils: 0, refund_fils: 0 });
  await show();
  await collect().click();
  let reads = 0;
  server.answers.set('GET /api/order-payments/owed', () => {
    reads += 1;
    return problem('unavailable');
  });
  await dialog().getByLabelText('Amount (AED)').fill('3');
  await press('Record payment');
  await expect.element(dialog()).not.toBeInTheDocument();
  const isDone = async () =>
    (await deviceOutbox.reload()).some(
      ({ endpoint, user_id, state }) =>
        endpoint === 'collect_owed' && user_id === server.profile.id && state === 'done',
    );
  await expect.poll(isDone).toBe(true);
  await expect.element(page.getByRole('listitem')).toHaveTextContent('AED 2.00');
  await expect.element(page.getByText(/waiting to be sent/)).not.toBeInTheDocument();
  expect(reads).toBeGreaterThan(0);
});

test('a payment gets a new reference automatically if its own is taken', async () => {
  const references = new Set<string>();
  server.answers.set('POST /api/order-payments', ({ body }) => {
    references.add((body as CollectOwed).reference);
    return problem(references.size === 1 ? 'reference_taken' : 'unavailable');
  });
  await show();
  await collect().click();
  await press('Record payment');
  await expect.poll(() => references.size).toBe(2);
});

test('requires a reference for a transfer, a name and an amount, and names an excess', async () => {
  await show();
  await collect().click();
  await dialog().getByRole('radio', { name: 'Bank transfer (Aani)' }).click();
  await expect.element(dialog().getByText('Does not change your cash on hand')).toBeVisible();
  await dialog().getByLabelText('Amount (AED)').fill('0');
  await dialog().getByLabelText('Customer Name').fill(' ');
  await press('Record payment');
  await expect.element(dialog().getByLabelText('Amount (AED)')).toHaveAttribute('aria-invalid', 'true');
  expect(await made()).toEqual([]);
  await dialog().getByLabelText('Customer Name').fill('Layla');
  await dialog().getByLabelText('Reference').fill('AANI 7');
  await dialog().getByLabelText('Amount (AED)').fill('7');
  await expect.element(dialog().getByText(/AED 2.00 more than is owed/)).toBeVisible();
  await expect.element(dialog().getByText(/Does not change your cash on hand/)).toBeVisible();
  await press('Record payment');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(await made()).toMatchObject([
    { customer_name: 'Layla', taken: { cash_fils: 0, transfer: { amount_fils: 700, reference: 'AANI 7' } } },
  ]);
});
