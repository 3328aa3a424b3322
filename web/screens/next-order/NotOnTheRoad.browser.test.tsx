import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  commandsMade,
  type DriverServer,
  driverServer,
  showDriverScreen,
  stopIn,
} from '../../../tests/support/driver-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { ASSIGNED_ORDERS_PATH, NEXT_ORDER_PATH } from '../../components/dashboard-paths.ts';
import { clearToasts } from '../../ui/toast.ts';
import { NextOrder } from './NextOrder.tsx';

let server: DriverServer;

beforeEach(async () => {
  server = await driverServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

const empty = () => page.getByText('No Orders Available');
const withAll = () => page.getByRole('button', { name: /^Set out with all/ });

test('without a deliverable stop, the open stops are counted below the specified empty state', async () => {
  server.stops = [stopIn('picking', '1'), stopIn('packed', '2'), stopIn('packed', '3')];
  const { path } = await showDriverScreen(<NextOrder />, NEXT_ORDER_PATH);
  await expect.element(empty()).toBeVisible();
  await expect.element(page.getByText("You don't have any assigned orders at the moment.")).toBeVisible();
  await expect.element(page.getByText('3 stops are not on the road yet')).toBeVisible();
  expect(withAll().elements()).toEqual([]);
  await page.getByRole('link', { name: 'Assigned Orders' }).click();
  expect(path()).toBe(ASSIGNED_ORDERS_PATH);
});

test('without open stops, only the empty state is shown', async () => {
  await showDriverScreen(<NextOrder />, NEXT_ORDER_PATH);
  await expect.element(empty()).toBeVisible();
  expect(page.getByText(/on the road/).elements()).toEqual([]);
});

test('setting out there, offline, shows the first order and focuses the heading', async () => {
  server.stops = [stopIn('packed', '1'), stopIn('dispatched', '2'), stopIn('dispatched', '3')];
  await showDriverScreen(<NextOrder />, NEXT_ORDER_PATH);
  await expect.element(withAll()).toHaveTextContent('Set out with all (2)');
  server.fault = () => 'lost';
  await withAll().click();
  await expect
    .element(page.getByRole('region', { name: 'Order Details' }).getByText('#2', { exact: true }))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
  await expect.element(page.getByText('On the road with 2 stops')).toBeVisible();
  expect(empty().elements()).toEqual([]);
  expect(await commandsMade(server, 'set_out')).toHaveLength(1);
});
