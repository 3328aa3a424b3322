import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type {
  OrderPage,
  OrderPageEvent,
} from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { newId } from '../../../../contract/rules/ids.ts';
import { showPage } from '../../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../../tests/support/manager-page.ts';
import { PACKED_ORDER } from '../../../../tests/support/packed-order.ts';
import { ScreenTitle } from '../../../components/open-screen.ts';
import { eventTitle } from './event-messages.ts';
import { hasPayments, Payments } from './Payments.tsx';
import { takenLines } from './payment-event-messages.ts';

let server: ManagerServer;
beforeEach(async () => {
  server = await managerServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
});

const AT = '2026-11-20T09:00:00.000Z';
const FILE = { bucket: 'order-deliveries' as const, path: '1/2/3.pdf', sha256: '33'.repeat(32) };

type Delivery = OrderPage['deliveries'][number];

function deliveryWith(taking: Delivery['taking']): Delivery {
  return {
    ...{ id: newId(), driver: 'Dawood Driver', customer_name: 'Layla', outcome: 'delivered', conflict: null },
    ...{
      tender: 'cash_and_card',
      collected_fils: 3_000,
      cash_fils: 2_000,
      delivered_at: AT,
      recorded_at: AT,
    },
    ...{ photo: FILE, note: FILE, erased_at: null, store_payment: null, taking },
  };
}

const TAKING: NonNullable<Delivery['taking']> = {
  ...{ due_fils: 6_020, rounding_fils: 20, received_fils: 5_000, link_fils: 500, link_reference: 'LINK 1' },
  ...{ transfer_fils: 0, transfer_reference: null, owed_fils: 2_500, refund_fils: 0 },
  short_reason: 'no more cash',
  refused: [{ name: 'Dates', qty: 3, handed_over: 2, because: 'damaged' }],
};
const NO_LATER = { paid_later: [], decisions: [], waivers: [], paid_back: [] };

function pageWith(changes: Partial<OrderPage>): OrderPage {
  return { ...PACKED_ORDER, ...changes };
}

async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] });
  expect(violations).toEqual([]);
}

test('shows refused goods, the amounts by tender, what is open, and what followed the delivery', async () => {
  const by = { by_name: 'Mona Manager', recorded_at: AT };
  await showPage(
    <ScreenTitle value="Order">
      <Payments
        page={pageWith({
          deliveries: [deliveryWith(TAKING)],
          payments: {
            balance: { owed_fils: 1_300, unmatched_fils: 400, refund_fils: 0 },
            paid_later: [
              {
                ...{
                  id: newId(),
                  reference: 'OP-1',
                  by_name: 'Dawood Driver',
                  occurred_at: AT,
                  receipt: FILE,
                },
                ...{ cash_fils: 600, card_fils: 0, link_fils: 0, link_reference: null },
                ...{ transfer_fils: 400, transfer_reference: 'AANI 2' },
              },
            ],
            decisions: [
              {
                ...{ ...by, id: newId(), tender: 'payment_link', reference: null, amount_fils: 500 },
                outcome: 'not_received',
              },
            ],
            waivers: [{ ...by, id: newId(), amount_fils: 200, reason: 'a regular customer' }],
            paid_back: [
              { ...by, id: newId(), reference: 'EX-2', amount_fils: 1_000, note: 'in cash', slip: FILE },
            ],
          },
        })}
      />
    </ScreenTitle>,
  );
  await page.viewport(390, 844);
  const refused = page.getByRole('list', { name: 'Refused goods' });
  await expect.element(refused).toHaveTextContent('Dates: 2 of 3 handed over · Damaged');
  for (const text of [
    /Due for the goods taken.*AED 60\.20.*instead of/,
    /Cash.*AED 20\.00.*received.*AED 50\.00.*change.*AED 30\.00/,
    /Card machine.*AED 10\.00/,
    /Payment link.*AED 5\.00.*LINK 1/,
    /Rounding.*AED 0\.20/,
    /Owed at delivery.*AED 25\.00/,
    /Owed by the customer.*AED 13\.00.*Reference to match.*AED 4\.00/,
    /no more cash/,
  ])
    await expect.element(page.elementLocator(document.body)).toHaveTextContent(text);
  const later = page.getByRole('list', { name: 'After the delivery' }).getByRole('listitem');
  await expect
    .element(later.nth(0))
    .toHaveTextContent(/Paid later AED 10\.00.*Cash, Bank transfer.*AANI 2.*Receipt OP-1/);
  await expect.element(later.nth(1)).toHaveTextContent(/Not received AED 5\.00.*Payment link.*Mona Manager/);
  await expect.element(later.nth(2)).toHaveTextContent(/Waived AED 2\.00.*a regular customer/);
  await expect.element(later.nth(3)).toHaveTextContent(/Paid back AED 10\.00.*in cash.*Slip EX-2/);
  await expect.element(later.nth(0).getByRole('button', { name: /Receipt OP-1/ })).toBeVisible();
  await expectAccessible();
  await page.viewport(1280, 800);
  await expectAccessible();
});

test('shows that nothing is open any more, and nothing for a plain delivery', async () => {
  const plain = pageWith({ deliveries: [deliveryWith(null)], payments: { balance: null, ...NO_LATER } });
  expect(hasPayments(plain)).toBe(false);
  const settled = { balance: { owed_fils: 0, unmatched_fils: 0, refund_fils: 0 }, ...NO_LATER };
  const after = { ...plain, payments: settled };
  expect(hasPayments(after)).toBe(true);
  await showPage(
    <ScreenTitle value="Order">
      <Payments page={after} />
    </ScreenTitle>,
  );
  await expect.element(page.getByText('Nothing open')).toBeVisible();
});

test('the history describes payments, decisions and corrections', () => {
  const event: Omit<OrderPageEvent, 'kind'> = {
    ...{
      id: newId(),
      occurred_at: null,
      recorded_at: AT,
      by: { kind: 'staff' as const, name: 'Mona' },
      source: null,
    },
    ...{ from: null, to: null, undone: false, driver: null, reason: null, conflict: null, tender: null },
    ...{ collected_fils: null, steps: [] },
  };
  const titles = [
    { ...event, kind: 'paid', amount_fils: 1_000 },
    { ...event, kind: 'matched', amount_fils: 500, match: 'received' },
    { ...event, kind: 'matched', amount_fils: 500, match: 'not_received' },
    { ...event, kind: 'waived', amount_fils: 200 },
    { ...event, kind: 'refunded', amount_fils: 300 },
    { ...event, kind: 'corrected', tender: 'cash', collected_fils: 3_500 },
    { ...event, kind: 'corrected', collected_fils: 0 },
  ] satisfies OrderPageEvent[];
  expect(titles.map((one) => eventTitle(one))).toEqual([
    'Paid later: AED 10.00',
    'Payment received: AED 5.00',
    'Payment not received: AED 5.00',
    'Waived: AED 2.00',
    'Paid back: AED 3.00',
    'Delivery corrected: AED 35.00 by Cash',
    'Delivery corrected: nothing collected',
  ]);
  const taken = { owed_fils: 250, pending_fils: 500, refund_fils: 0 };
  expect(takenLines({ ...event, kind: 'delivered', taken, refused: [{ name: 'Dates', qty: 1 }] })).toEqual([
    'Refused: 1 × Dates',
    'By link or transfer: AED 5.00',
    'Owed: AED 2.50',
  ]);
});
