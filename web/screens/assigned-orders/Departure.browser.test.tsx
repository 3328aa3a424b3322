import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import {
  commandsMade,
  type DriverServer,
  driverServer,
  showDriverScreen,
  stopIn,
} from '../../../tests/support/driver-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { queryClient } from '../../api/query-client.ts';
import { readMarks, storeMarks } from '../../commands/setting-out/kept-marks.ts';
import { NEXT_ORDER_PATH, orderPath } from '../../components/dashboard-paths.ts';
import { clearToasts } from '../../ui/toast.ts';
import { AssignedOrders } from './AssignedOrders.tsx';

let server: DriverServer;

beforeEach(async () => {
  server = await driverServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

function lineOf(name: string, qty: number): OrderWithItems['items'][number] {
  const product = { name, barcode: null, sku: null };
  return {
    id: newId(),
    qty,
    picked_qty: null,
    unit_price_fils: 1_000,
    line_total_fils: 1_000 * qty,
    product,
  };
}

const ATTEMPT = {
  id: '01975a00-0000-7000-8000-000000000001',
  reason: 'nobody_home',
  reason_label: null,
  occurred_at: '2026-11-20T08:00:00Z',
};

const stop = (number: string) => page.getByRole('article', { name: `Order #${number}` });
const row = (number: string) => stop(number).getByRole('button', { name: new RegExp(`#${number} ·`) });
const inStop = (number: string, name: string) => stop(number).getByRole('button', { name, exact: true });
const withAll = () => page.getByRole('button', { name: /^Set out with all/ });
const waits = (number: string, text: string) =>
  expect.element(stop(number).getByText(text, { exact: true })).toBeVisible();

async function expand(number: string): Promise<void> {
  await expect.element(row(number)).toBeVisible();
  if (row(number).element().getAttribute('aria-expanded') === 'false') await row(number).click();
  await expect.element(row(number)).toHaveAttribute('aria-expanded', 'true');
}

async function ordersSetOut(): Promise<unknown[]> {
  const made = await commandsMade(server, 'set_out');
  return made.map(({ input }) => (input as { order_ids: string[] }).order_ids);
}

test('each stop that is not ready shows the step for which it waits', async () => {
  server.stops = [
    stopIn('picking', '1'),
    stopIn('packed', '2'),
    stopIn('packed', '3', { promised_at: '2199-11-30T08:00:00Z' }),
    stopIn('dispatched', '4'),
    stopIn('dispatched', '5', { attempt: ATTEMPT }),
    stopIn('dispatched', '6', { waits_because: 'payment_voided' }),
    stopIn('dispatching', '7'),
  ];
  await showDriverScreen(<AssignedOrders />);
  await waits('1', 'Being picked');
  await waits('2', 'Waiting for the shop to hand it over');
  await waits('3', 'Waiting for the shop to hand it over · For 30 Nov 2199');
  await waits('4', 'Ready: set out');
  await waits('5', "Waiting for the shop's decision");
  await waits('6', "Waiting for the shop's decision about the payment");
  expect(stop('7').element().textContent).not.toMatch(/Waiting|Ready|picked/);
  await expect.element(withAll()).toHaveTextContent('Set out with all (1)');
  for (const number of ['1', '2', '5', '6']) {
    await expand(number);
    expect(inStop(number, 'Set out').elements()).toEqual([]);
  }
});

test('if the shop sends orders out, a dispatched stop waits for it and has no button', async () => {
  server.drivers_set_out = false;
  server.stops = [stopIn('dispatched', '1')];
  await showDriverScreen(<AssignedOrders />);
  await waits('1', 'Waiting for the shop to send it out');
  await expand('1');
  expect([...withAll().elements(), ...inStop('1', 'Set out').elements()]).toEqual([]);
  await expect.element(page.getByRole('link', { name: 'Loading list' })).toBeVisible();
});

test('setting out with one stop by keyboard moves the focus to Deliver, also offline', async () => {
  server.stops = [stopIn('dispatched', '1'), stopIn('dispatched', '2')];
  const { path } = await showDriverScreen(<AssignedOrders />);
  await expand('2');
  await expect.element(inStop('2', 'Set out')).toBeVisible();
  server.fault = () => 'lost';
  (inStop('2', 'Set out').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const deliver = stop('2').getByRole('link', { name: 'Deliver' });
  await expect.element(deliver).toHaveFocus();
  expect(await ordersSetOut()).toEqual([[server.stops[1]?.id]]);
  await waits('1', 'Ready: set out');
  await expect.element(page.getByText('On the road', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next Order', exact: true }).click();
  expect(path()).toBe(orderPath(server.stops[1]?.id ?? ''));
});

test('setting out with all skips stops that are not ready, and links to the next order', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  server.stops = [
    stopIn('dispatched', '1'),
    stopIn('packed', '2'),
    stopIn('dispatched', '3', { attempt: ATTEMPT }),
    stopIn('dispatched', '4'),
    stopIn('dispatched', '5', { waits_because: 'not_paid' }),
  ];
  const { path } = await showDriverScreen(<AssignedOrders />);
  await withAll().click();
  const link = page.getByRole('link', { name: 'Next Order' });
  await expect.element(link).toHaveFocus();
  await expect.element(page.getByText('On the road with 2 stops')).toBeVisible();
  expect(await ordersSetOut()).toEqual([[server.stops[0]?.id, server.stops[3]?.id]]);
  expect(vibrate).toHaveBeenCalled();
  expect(withAll().elements()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(path()).toBe(NEXT_ORDER_PATH);
  vibrate.mockRestore();
});

/** Marks goods as the loading list does: 0 of a line is missing if it is ticked. */
async function mark(order: OrderWithItems | undefined, ...missing: number[]): Promise<void> {
  const lines = order?.items.slice(0, missing.length) ?? [];
  const marks = Object.fromEntries(lines.map(({ id, qty }, at) => [id, { qty, missing: missing[at] ?? 0 }]));
  await storeMarks(server.profile.id, dayOf(new Date(), 'Asia/Dubai'), marks);
}

test('setting out with all reports the goods that are marked as missing first', async () => {
  const lines = ['Kibbeh', 'Ayran'].map((name) => lineOf(name, 2));
  server.stops = [
    stopIn('dispatched', '1', { items: lines }),
    stopIn('dispatched', '2'),
    stopIn('packed', '3'),
  ];
  await mark(server.stops[0], 1);
  await showDriverScreen(<AssignedOrders />);
  await withAll().click();
  await expect.element(page.getByText('On the road with 2 stops')).toBeVisible();
  const [check, ...others] = await commandsMade(server, 'check_loading');
  const [left] = await commandsMade(server, 'set_out');
  // The driver was not asked about the unmarked line, nor about the second stop.
  const missing = [{ item_id: lines[0]?.id, qty: 1 }];
  expect(check?.input).toMatchObject({ stops: [{ order_id: server.stops[0]?.id, missing }] });
  expect(others).toEqual([]);
  expect(check?.device_seq).toBeLessThan(left?.device_seq ?? 0);
  await expect.poll(() => readMarks(server.profile.id)).toEqual({ day: expect.any(String), marks: {} });
});

test('setting out with one stop reports its marked goods only', async () => {
  const marked = (number: string) => stopIn('dispatched', number, { items: [lineOf('Ayran', 1)] });
  server.stops = [marked('1'), marked('2')];
  await mark(server.stops[0], 1);
  await mark(server.stops[1], 0);
  await showDriverScreen(<AssignedOrders />);
  await expand('2');
  await inStop('2', 'Set out').click();
  await expect.element(page.getByText('On the road', { exact: true })).toBeVisible();
  const checks = await commandsMade(server, 'check_loading');
  expect(checks.map(({ input }) => input)).toMatchObject([
    { stops: [{ order_id: server.stops[1]?.id, missing: [] }] },
  ]);
});

test('two presses at once make one command', async () => {
  server.stops = [stopIn('dispatched', '1')];
  await showDriverScreen(<AssignedOrders />);
  await expect.element(withAll()).toBeVisible();
  const button = withAll().element() as HTMLElement;
  button.click();
  button.click();
  await expect.element(page.getByText('On the road with 1 stop')).toBeVisible();
  expect(await ordersSetOut()).toHaveLength(1);
});

test('a departure that the shop refuses is no longer confirmed', async () => {
  server.stops = [stopIn('dispatched', '1')];
  await showDriverScreen(<AssignedOrders />);
  await expect.element(withAll()).toBeVisible();
  server.fault = ({ path }) => (path === '/api/stops/set-out' ? 'lost' : undefined);
  await withAll().click();
  await expect.element(page.getByText('On the road with 1 stop')).toBeVisible();
  server.drivers_set_out = false;
  server.fault = ({ path }) => (path === '/api/stops/set-out' ? problem('set_out_by_shop') : undefined);
  window.dispatchEvent(new Event('online'));
  await queryClient.invalidateQueries();
  await waits('1', 'Waiting for the shop to send it out');
  await expect.element(page.getByText('On the road with 1 stop')).not.toBeInTheDocument();
});
