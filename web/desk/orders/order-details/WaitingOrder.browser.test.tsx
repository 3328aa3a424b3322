import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { DESK_ENDPOINTS } from '../../../../contract/operations/desk.ts';
import { showPage } from '../../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../../tests/support/manager-page.ts';
import { PACKED_ORDER } from '../../../../tests/support/packed-order.ts';
import { json } from '../../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../../api/client.ts';
import { clearToasts } from '../../../ui/toast.ts';
import { CorrectOrderDialog } from './CorrectOrderDialog.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { WaitNotice } from './WaitNotice.tsx';

registerEndpoints(DESK_ENDPOINTS);

let server: ManagerServer;
beforeEach(async () => {
  server = await managerServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

const pageOf = (changes: Partial<OrderPage['order']>): OrderPage => ({
  ...PACKED_ORDER,
  order: { ...PACKED_ORDER.order, ...changes },
});
const WAITING = pageOf({
  payment_method: 'online',
  waits_because: 'payment_unknown',
  payment_names: ['Bank Deposit', 'تحويل بنكي'],
});

async function showFacts(shown: OrderPage) {
  await showPage(
    <>
      <WaitNotice order={shown.order} />
      <OrderFacts page={shown} />
    </>,
  );
}

it('shows why an order waits, what to do, and its payment names as received', async () => {
  await showFacts(WAITING);
  const notice = page.getByRole('status').filter({ hasText: 'Waiting: payment name unknown' });
  await expect.element(notice).toHaveTextContent('Define what this payment name means');
  for (const name of ['Bank Deposit', 'تحويل بنكي'])
    await expect.element(notice.getByText(name)).toBeVisible();
});

it('shows that an order waits because it names no payment', async () => {
  await showFacts(
    pageOf({ payment_method: 'online', waits_because: 'payment_unknown', payment_names: [''] }),
  );
  await expect.element(page.getByText('(no payment name)')).toBeVisible();
});

it('shows that an order on the road must not be handed over', async () => {
  await showFacts(pageOf({ status: 'dispatching', waits_because: 'payment_voided' }));
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Do not hand over: the payment was voided.Call the driver');
});

it('shows requests and the names of shortened fields', async () => {
  // The fields of `KeptTexts`.
  const fields = ['customer', 'phone', 'delivery_address', 'area', 'line_name', 'sku', 'notes', 'requests'];
  await showFacts(
    pageOf({ requests: [{ name: 'Gate code', text: '4711' }], shortened: [...fields, 'locale'] }),
  );
  await expect.element(page.getByText('4711')).toBeVisible();
  const words = 'name, phone, address, area, product, SKU, note, requests, language';
  await expect.element(page.getByRole('definition').filter({ hasText: words })).toBeVisible();
});

it('shows neither notices nor shortened fields if there are none', async () => {
  await showFacts(pageOf({ pays_either: true }));
  await expect.element(page.getByText('Cash or card')).toBeVisible();
  expect(page.getByText('Shortened texts').query()).toBeNull();
  expect(page.getByText(/^Waiting/).query()).toBeNull();
});

const method = () => page.getByLabelText('Payment method');
const paid = () => page.getByLabelText('Already paid (AED)');
const sent = () => server.sent<Record<string, unknown>>('/api/desk/orders/correct').map(({ body }) => body);

async function correct(shown: OrderPage) {
  server.answers.set('POST /api/desk/orders/correct', () =>
    json({ order_id: shown.order.id, version: 2, changed: ['payment'] }),
  );
  const onClose = vi.fn();
  await showPage(<CorrectOrderDialog page={shown} onClose={onClose} />);
  await page.getByLabelText('Reason *').fill('They called');
  return onClose;
}
async function save(onClose: () => void) {
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
}

it('preselects no payment for an order that waits, and sends the one that is selected', async () => {
  const onClose = await correct(WAITING);
  await expect.element(method()).toHaveValue('');
  await userEvent.selectOptions(method(), 'Cash or card');
  await save(onClose);
  expect(sent()).toMatchObject([{ payment_method: 'cash', pays_either: true, paid_amount_fils: 0 }]);
});

it('selecting online pays a waiting order in full, and another selection reverts that', async () => {
  const onClose = await correct(WAITING);
  await userEvent.selectOptions(method(), 'Online (paid)');
  await expect.element(page.getByLabelText('Already paid (AED)')).toHaveValue('10.00');
  await userEvent.selectOptions(method(), 'Cash');
  await expect.element(page.getByLabelText('Already paid (AED)')).toHaveValue('');
  await userEvent.selectOptions(method(), 'Online (paid)');
  await save(onClose);
  expect(sent()).toMatchObject([{ payment_method: 'online', pays_either: false, paid_amount_fils: 1_000 }]);
});

it('keeps the amount typed as already paid when another method is selected', async () => {
  const onClose = await correct(WAITING);
  await paid().fill('4');
  await userEvent.selectOptions(method(), 'Online (paid)');
  await expect.element(paid()).toHaveValue('10.00');
  await expect.element(paid()).toBeDisabled();
  await userEvent.selectOptions(method(), 'Cash');
  await expect.element(paid()).toHaveValue('4');
  await save(onClose);
  expect(sent()).toMatchObject([{ payment_method: 'cash', pays_either: false, paid_amount_fils: 400 }]);
});

it('an order that is paid online has nothing due after its price changes', async () => {
  const onClose = await correct(WAITING);
  const price = page.getByLabelText(/Price/).first();
  await price.fill('');
  await userEvent.selectOptions(method(), 'Online (paid)');
  await expect.element(paid()).toHaveValue('');
  await price.fill('25');
  await expect.element(paid()).not.toHaveValue('');
  await price.fill('31.50');
  await save(onClose);
  const [body] = sent() as [{ lines: { qty: number; unit_price_fils: number }[]; paid_amount_fils: number }];
  const total_fils = body.lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  expect(body).toMatchObject({ payment_method: 'online', pays_either: false, paid_amount_fils: total_fils });
});

it('leaves the payment undecided if only other fields are corrected', async () => {
  const onClose = await correct(WAITING);
  await page.getByLabelText('Notes').fill('Ring twice');
  await save(onClose);
  const [body] = sent();
  expect(body).toMatchObject({ payment_method: 'online', notes: 'Ring twice' });
  expect(body).not.toHaveProperty('pays_either');
});
