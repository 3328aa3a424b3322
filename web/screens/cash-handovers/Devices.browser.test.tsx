import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { dismissToasts, showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { HOLDERS } from '../../../tests/support/sample-cash.ts';
import { COMPLETE_PHONE, MISSING_PHONE } from '../../../tests/support/sample-devices.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { CashHandovers } from './CashHandovers.tsx';

const [, JOSEPH] = HOLDERS;
const EXPLAIN = `/api/devices/${MISSING_PHONE.id}/explain`;
const UNSENT = { count: 3, amount_fils: 14_500, last_seen_at: '2026-11-20T10:02:00.000Z' };

let server: ManagerServer;

beforeEach(async () => {
  server = await managerServer();
  server.rows = JOSEPH ? [JOSEPH] : [];
  devicesAre(MISSING_PHONE);
});

afterEach(async () => {
  await dismissToasts();
  writeSession(null);
  server.restore();
});

function devicesAre(...devices: DeviceRow[]): void {
  server.answers.set('GET /api/devices', () => json({ devices }));
}

async function open(): Promise<void> {
  await showPage(<CashHandovers />);
  await expect.element(page.getByText('Outstanding Cash by User')).toBeVisible();
}

const devices = () => page.getByRole('region', { name: 'Devices' });
const explain = () =>
  page.getByRole('button', { name: 'Explain missing numbers on the device of Bilal Ahmed' });
const dialog = () => page.getByRole('dialog');
const save = () => dialog().getByRole('button', { name: 'Explain', exact: true });

it("shows a device with missing commands, their content and its driver's open orders", async () => {
  await open();
  await expect
    .element(devices())
    .toHaveTextContent('Device of Bilal Ahmed: 3 not arrived, #418-#420, last seen Nov 20, 2026 14:02');
  await expect.element(devices()).toHaveTextContent('Bilal Ahmed: 1, AED 145.00');
  await expect.element(devices()).toHaveTextContent('Joseph Mathew: 1, AED 100.00');
  await expect.element(devices()).toHaveTextContent('1 with unknown details');
  await page.getByText('Bilal Ahmed still has to deliver: 2 orders, AED 300.00').click();
  await expect.element(page.getByText('#1004')).toBeVisible();
});

it('shows no device if everything has arrived, and a silent one with open orders', async () => {
  devicesAre({ ...COMPLETE_PHONE, last_seen_at: new Date().toISOString() });
  await open();
  await expect.element(devices()).not.toBeInTheDocument();
  devicesAre(COMPLETE_PHONE);
  window.dispatchEvent(new Event('focus'));
  await expect.element(devices()).toHaveTextContent('Device of Bilal Ahmed: last seen Nov 20, 2026 14:02');
  await expect.element(devices()).toHaveTextContent('2 orders, AED 300.00');
  await expect.element(explain()).not.toBeInTheDocument();
});

it('reports a broken chain', async () => {
  devicesAre({ ...COMPLETE_PHONE, chain_broken_at: 415 });
  await open();
  await expect
    .element(devices())
    .toHaveTextContent('From #415 on, the numbers do not continue the earlier ones');
});

it('accepts an explanation of a broken chain, with the break that was shown', async () => {
  devicesAre({ ...COMPLETE_PHONE, chain_broken_at: 415 });
  server.answers.set(`POST ${EXPLAIN}`, () => {
    devicesAre({ ...COMPLETE_PHONE, last_seen_at: new Date().toISOString() });
    return json({ explained: [], chain_explained: true });
  });
  await open();
  await page.getByRole('button', { name: 'Explain what happened to the device of Bilal Ahmed' }).click();
  await expect
    .element(dialog())
    .toHaveTextContent("the check of this device's numbers restarts with the next one");
  await expect.element(dialog()).not.toHaveTextContent('these numbers are no longer shown');
  await userEvent.fill(dialog().getByLabelText('What happened to this device?'), 'Restored from a copy');
  await save().click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Explained / From #415 on']));
  const body = { numbers: [], reason: 'Restored from a copy', chain_broken_at: 415 };
  expect(server.sent(EXPLAIN)).toEqual([{ key: null, body }]);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(devices()).not.toBeInTheDocument();
});

it('a user of a device with a broken chain is referred to another manager', async () => {
  devicesAre({ ...COMPLETE_PHONE, chain_broken_at: 415, may_explain: false });
  await open();
  await expect.element(devices()).toHaveTextContent('You cannot explain a break on a device you used.');
  await expect.element(devices().getByRole('button', { name: /Explain/ })).not.toBeInTheDocument();
});

it('requires a reason and explains exactly the numbers that were shown', async () => {
  server.answers.set(`POST ${EXPLAIN}`, () => {
    devicesAre(COMPLETE_PHONE, { ...COMPLETE_PHONE, id: 'newer', last_seen_at: new Date().toISOString() });
    return json({ explained: [418, 419, 420] });
  });
  await open();
  await explain().click();
  await save().click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Missing Information / Enter what happened to them']));
  const reason = dialog().getByLabelText('What happened to them?');
  await expect.element(reason).toHaveFocus();
  await expect.element(reason).toHaveAccessibleDescription('Enter what happened to them');
  await userEvent.fill(reason, '  It fell into the sea ');
  await expect.element(reason).toHaveAccessibleDescription('');
  expect(toasts()).toEqual([]);
  await save().click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Explained / #418-#420']));
  expect(server.sent(EXPLAIN)).toEqual([
    { key: null, body: { numbers: [418, 419, 420], reason: 'It fell into the sea' } },
  ]);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(devices()).not.toBeInTheDocument();
});

it('reports why an explanation was rejected, keeps its text, and a user of the device gets no button', async () => {
  server.answers.set(`POST ${EXPLAIN}`, () => problem('own_device'));
  await open();
  await explain().click();
  const reason = dialog().getByLabelText('What happened to them?');
  await userEvent.fill(reason, 'It fell into the sea');
  await save().click();
  const own = 'Not Explained / You cannot explain gaps on a device you used. Ask another manager.';
  await vi.waitFor(() => expect(toasts()).toEqual([own]));
  await expect.element(reason).toHaveValue('It fell into the sea');
  await dismissToasts();
  server.answers.set(`POST ${EXPLAIN}`, () => problem('unavailable'));
  await save().click();
  await vi.waitFor(() => expect(toasts().join()).toContain('The explanation could not be saved'));
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  devicesAre({ ...MISSING_PHONE, may_explain: false });
  window.dispatchEvent(new Event('focus'));
  await expect
    .element(devices())
    .toHaveTextContent('You cannot explain missing numbers on a device you used.');
  await expect.element(explain()).not.toBeInTheDocument();
});

it('reports that the devices could not be loaded and loads them again on retry', async () => {
  server.answers.set('GET /api/devices', () => problem('unavailable'));
  await open();
  await expect.element(page.getByText('The devices could not be loaded')).toBeVisible();
  devicesAre(MISSING_PHONE);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(devices()).toBeVisible();
});

it('unsent cash is shown in the list and in the dialog before the amount is typed', async () => {
  if (JOSEPH) server.rows = [{ ...JOSEPH, unsent: UNSENT }];
  await open();
  const text = '3 not yet sent, AED 145.00';
  await expect
    .element(page.getByRole('region', { name: 'Outstanding Cash by User' }))
    .toHaveTextContent(`${text} · last seen Nov 20, 2026 14:02`);
  await page.getByRole('button', { name: 'Collect Cash from Joseph Mathew' }).click();
  await expect.element(dialog()).toHaveTextContent(`${text}Last seen Nov 20, 2026 14:02.`);
  await expect.element(page.getByLabelText('Amount to Collect (AED)')).toHaveValue('');
});

it('lists a user who holds no cash but has unsent commands', async () => {
  const { user_id, full_name, role, disabled, driver_id } = JOSEPH as NonNullable<typeof JOSEPH>;
  const unsent = { ...UNSENT, count: 1, amount_fils: 0 };
  const unsent_only = [{ user_id, full_name, role, disabled, driver_id, unsent }];
  server.answers.set('GET /api/cash/outstanding', () => json({ rows: [], total_fils: 0, unsent_only }));
  await showPage(<CashHandovers />);
  await expect
    .element(page.getByRole('region', { name: 'Not Yet Sent' }))
    .toHaveTextContent(/Joseph Mathew\s*Driver\s*1 not yet sent · last seen Nov 20, 2026 14:02/);
  await expect.element(page.getByText('No outstanding cash balances')).toBeVisible();
});

it('the response of an older server without devices is shown', async () => {
  const rows = server.rows.map(({ unsent: _, ...row }) => row);
  server.answers.set('GET /api/cash/outstanding', () => json({ rows, total_fils: 39_500 }));
  server.answers.delete('GET /api/devices');
  await open();
  await expect.element(page.getByRole('region', { name: 'Not Yet Sent' })).not.toBeInTheDocument();
});
