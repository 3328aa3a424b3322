import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '../../contract/rules/ids.ts';
import { ATTEMPT_REASONS } from '../../contract/rules/orders/attempt-reasons.ts';
import type { OrderLineItem, OrderWithItems } from '../../contract/schemas/orders.ts';
import { NEXT_ORDER_PATH } from '../../web/components/dashboard-paths.ts';
import { NextOrder } from '../../web/screens/next-order/NextOrder.tsx';
import { startDriverPage } from './attempt-page.tsx';
import { shows } from './attempt-sheet.ts';
import { deliveryReply } from './delivery-command.ts';
import { deliveryOrder } from './delivery-order.ts';
import { slipJpeg } from './sample-pictures.ts';
import { json } from './server-double.ts';

export const AS_TAKEN = '/api/deliveries/as-taken';
export const PLAIN = '/api/deliveries';

export function line(name: string, qty: number, unit_price_fils: number): OrderLineItem {
  return {
    id: newId(),
    qty,
    picked_qty: null,
    unit_price_fils,
    line_total_fils: qty * unit_price_fils,
    product: { name, barcode: '6291041500213', sku: null },
  };
}

/** A pending cash order of three lines: goods 100.00, discount 10.00, shipping 15.00, due 105.00. */
export function orderOfThree(changes: Partial<OrderWithItems> = {}): OrderWithItems {
  return deliveryOrder({
    subtotal_fils: 10_000,
    discount_fils: 1_000,
    shipping_fils: 1_500,
    total_amount_fils: 10_500,
    due_amount_fils: 10_500,
    items: [line('Ground coffee', 2, 2_500), line('تمر مجدول', 1, 3_000), line('Milk', 1, 2_000)],
    ...changes,
  });
}

/** Opens Next Order with these stops, of a shop that may round cash. */
export async function startTaking({ rounds_cash = false } = {}, ...stops: OrderWithItems[]) {
  const driver = await startDriverPage();
  driver.offer(...stops);
  driver.server.record = ({ body }) => deliveryReply((body as { order_id: string }).order_id);
  const settings = { reasons: ATTEMPT_REASONS, drivers_set_out: true, records_position: false };
  driver.server.answers.set('GET /api/delivery-settings', () =>
    json({ ...settings, templates: [], rounds_cash }),
  );
  return {
    driver: { ...driver, stops: () => stops },
    async open() {
      const opened = await driver.open(NEXT_ORDER_PATH, <NextOrder />);
      await shows(`#${stops[0]?.order_number}`);
      return opened;
    },
    /** Returns the only body that was sent to this path. */
    sent: (path: string) =>
      vi.waitFor(() => {
        const bodies = driver.sent(path);
        expect(bodies).toHaveLength(1);
        return bodies[0] as Record<string, unknown>;
      }),
  };
}

export const refuse = () => page.getByRole('button', { name: 'Not everything taken' });
export const otherPayment = () => page.getByRole('button', { name: 'Different payment' });
export const goodsSheet = () => page.getByRole('dialog', { name: 'Not everything taken' });
export const field = (name: string) => page.getByLabelText(name, { exact: true });
export const received = () => page.getByLabelText('Received Payment');

/** The stepper of a line in the sheet. */
export function handedOver(name: string) {
  const group = goodsSheet().getByRole('group', { name: `Handed over: ${name}` });
  return {
    less: group.getByRole('button', { name: 'One less' }),
    more: group.getByRole('button', { name: 'One more' }),
  };
}

/** Fills in everything of the specified form except the payment. */
export async function fillIn(): Promise<void> {
  const photo = new File([await slipJpeg(300, 400)], 'goods.jpg', { type: 'image/jpeg' });
  await userEvent.upload(page.getByLabelText('Choose file'), photo);
  await userEvent.fill(page.getByLabelText('Customer Full Name'), 'Layla Haddad');
  await userEvent.click(page.getByLabelText('I confirm receipt of the following items'));
}

/** Presses the confirm button even if it looks disabled: it then explains what is missing. */
export function pressConfirm(): void {
  const button = page.getByRole('button', { name: 'Confirm Delivery', exact: true });
  (button.element() as HTMLElement).click();
}

export const toastTexts = () =>
  [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent);
