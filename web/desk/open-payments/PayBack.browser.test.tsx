import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RequestExpense } from '../../../contract/operations/dashboard/cash/expenses/request-expense.schema.ts';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { slipJpeg } from '../../../tests/support/sample-pictures.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { clearToasts } from '../../ui/toast.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { PayBack } from './PayBack.tsx';

registerEndpoints(DESK_ENDPOINTS);

const ORDER: OpenOrder = {
  order_id: newId(),
  order_number: '1001',
  customer_name: 'Layla Haddad',
  driver_id: 7,
  driver_name: 'Omar Said',
  delivered_at: '2026-11-20T08:00:00.000Z',
  owed_fils: 0,
  unmatched_fils: 0,
  refund_fils: 3_000,
  since: '2026-11-20T08:00:00.000Z',
  short_reason: null,
  waiver_fils: null,
  refund_pending_fils: 0,
  payments: [],
};

let server: ManagerServer;

beforeEach(async () => {
  server = await managerServer();
  server.record = () => ({ approval_id: newId(), expires_at: new Date().toISOString() });
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

function Place({ order = ORDER }: { order?: OpenOrder }) {
  useDeskKeys();
  return (
    <main>
      <PayBack order={order} />
    </main>
  );
}

test.each([
  ['a phone', 390, 844],
  ['a desktop', 1280, 800],
])('a customer is paid back on %s with the signed slip', async (_, width, height) => {
  await showPage(<Place />);
  await page.viewport(width, height);
  await expect.element(page.getByRole('button', { name: /^Pay back/ })).toBeVisible();
  await userEvent.keyboard('b');
  const form = page.getByRole('dialog', { name: 'Pay back' });
  await expect.element(form.getByLabelText('Amount (AED)')).toHaveValue('30.00');
  const { violations } = await axe.run(form.element(), { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  const slip = new File([await slipJpeg(300, 200)], 'slip.jpg', { type: 'image/jpeg' });
  await userEvent.upload(page.getByLabelText('Choose file'), slip);
  await expect.element(page.getByRole('img', { name: 'The slip' })).toBeVisible();
  await form.getByRole('button', { name: 'Record the refund' }).click();
  await expect.poll(() => server.sent<RequestExpense>('/api/expenses').length).toBe(1);
  expect(server.sent<RequestExpense>('/api/expenses')[0]?.body).toMatchObject({
    ...{ kind: 'customer_refund', order_id: ORDER.order_id, amount_fils: 3_000, note: null },
  });
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});

test('a pending request of any person limits what can be paid back', async () => {
  await showPage(<Place order={{ ...ORDER, refund_pending_fils: 1_000 }} />);
  await expect.element(page.getByRole('main')).toHaveTextContent('Approval requested: AED 10.00');
  await page.getByRole('button', { name: /^Pay back/ }).click();
  const form = page.getByRole('dialog', { name: 'Pay back' });
  await expect.element(form.getByLabelText('Amount (AED)')).toHaveValue('20.00');
});

test('nothing more can be paid back while the whole amount is requested', async () => {
  await showPage(<Place order={{ ...ORDER, refund_pending_fils: 3_000 }} />);
  const pay_back = page.getByRole('button', { name: /^Pay back/ });
  await expect.element(pay_back).toHaveAttribute('aria-disabled', 'true');
});

test('a refund that this device has not sent yet is shown, and limits the next one', async () => {
  server.answers.set('POST /api/expenses', () => problem('unavailable'));
  await showPage(<Place />);
  await page.getByRole('button', { name: /^Pay back/ }).click();
  const form = page.getByRole('dialog', { name: 'Pay back' });
  const slip = new File([await slipJpeg(300, 200)], 'slip.jpg', { type: 'image/jpeg' });
  await userEvent.upload(page.getByLabelText('Choose file'), slip);
  await expect.element(page.getByRole('img', { name: 'The slip' })).toBeVisible();
  await form.getByRole('button', { name: 'Record the refund' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('AED 30.00 is waiting to be sent.');
  await expect
    .element(page.getByRole('button', { name: /^Pay back/ }))
    .toHaveAttribute('aria-disabled', 'true');
});
