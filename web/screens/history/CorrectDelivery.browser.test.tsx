import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OwnDay } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { driverProfile } from '../../../tests/support/delivery-order.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { quickDocuments } from '../../../tests/support/quick-documents.ts';
import { json } from '../../../tests/support/server-double.ts';
import { queryClient } from '../../api/query-client.ts';
import { DOCUMENTS } from '../../commands/documents.ts';
import { deviceOutbox } from '../../commands/this-device.ts';
import { OwnHistory } from './OwnHistory.tsx';

let server: ManagerServer;
beforeEach(async () => {
  server = await managerServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
});

const facts = {
  customer_name: 'Layla Haddad',
  tender: 'cash' as const,
  ...{ collected_fils: 14_500, cash_fils: 14_500, due_fils: 14_500, rounding_fils: 0 },
  ...{ link_fils: 0, link_reference: null, transfer_fils: 0, transfer_reference: null, short_reason: null },
};
type Correctable = NonNullable<OwnDay['deliveries'][number]['correctable']>;

function show(correctable: Partial<Correctable> = {}) {
  serve(correctable);
  return showPage(<OwnHistory />);
}

function serve(correctable: Partial<Correctable>): void {
  const shown = historyWith(correctable);
  server.answers.set('GET /api/profile/history', () => json(shown));
}

const DELIVERY_ID = newId();

function historyWith(correctable: Partial<Correctable>) {
  const at = '2026-11-20T08:00:00.000Z';
  const delivery = {
    ...{
      id: DELIVERY_ID,
      order_number: '1042',
      customer_name: 'Layla Haddad',
      delivered_at: at,
      recorded_at: at,
    },
    ...{ tender: 'cash' as const, collected_fils: 14_500, cash_fils: 14_500, conflict: null },
    ...{ photo: null, note: null },
    correctable: {
      ...{ order_id: newId(), command_id: newId(), facts, corrections: [], handed_in: false },
      ...correctable,
    },
  };
  const sums = {
    ...{ deliveries: 1, conflicts: 0, cash_fils: 14_500, card_fils: 0 },
    ...{ received_fils: 0, handed_over_fils: 0, difference_fils: null },
  };
  const day = { day: '2026-11-20', sums, deliveries: [delivery], handovers: [] };
  return { first_day: '2026-09-24', days: [day], next_before: null };
}

function asDriver(): void {
  const { driver } = driverProfile();
  server.answers.set('GET /api/profile', () => json({ ...server.manager, role: 'Driver', driver }));
  quickDocuments();
}

const SENT = '/api/delivery-corrections';
const reply = (correction_id: string) => ({
  ...{ correction_id, number: 1, tender: 'cash', collected_fils: 15_000 },
  ...{ cash_before_fils: 14_500, cash_fils: 15_000, approval_id: null, expires_at: null },
});
/** A correction to AED 150.00 in cash, as it is listed. */
const recorded = (id: string) => ({
  ...{ id, number: 1, state: 'recorded' as const, reason: null, by: 'Dawood Driver' },
  facts: { ...facts, collected_fils: 15_000, cash_fils: 15_000 },
  ...{ decided_by: null, difference_fils: 0, recorded_at: '2026-11-20T09:00:00.000Z' },
  ...{ photo: null, document: null },
});
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('the form shows the effect on the cash, and that less cash needs an approval and a reason', async () => {
  await show();
  await button(/#1042/).first().click();
  await button('Correct delivery #1042').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Your cash on hand does not change.');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect.element(dialog).toHaveTextContent('Change an amount or the name, or add a photo');
  await dialog.getByRole('textbox', { name: /Cash taken/ }).fill('140');
  await expect.element(dialog).toHaveTextContent('Your cash on hand decreases by AED 5.00.');
  await expect.element(dialog).toHaveTextContent('It counts once a Manager or Admin has approved it.');
  await expect.element(dialog).toHaveTextContent(/The customer still owes AED 5\.00/);
  await dialog.getByRole('button', { name: 'Request correction' }).click();
  await expect.element(dialog).toHaveTextContent('Enter why less was taken');
});

test('lists what was recorded first and the correction, and offers no second one while it is pending', async () => {
  const correction = {
    ...{ id: newId(), number: 1, state: 'pending' as const, reason: null, by: 'Dawood Driver' },
    facts: { ...facts, collected_fils: 14_000, cash_fils: 14_000, short_reason: 'No more cash' },
    ...{ decided_by: null, difference_fils: 0, recorded_at: '2026-11-20T09:00:00.000Z' },
    ...{ photo: null, document: null },
  };
  await show({ corrections: [correction] });
  await button(/#1042/).first().click();
  const listed = page.getByRole('list', { name: 'Corrections' });
  await expect.element(listed).toHaveTextContent(/Waiting for approval.*Cash.*AED 145\.00.*AED 140\.00/);
  expect(button('Correct delivery #1042').query()).toBeNull();
});

test('the form keeps its input until the correction is stored, which is offered again once it is listed', async () => {
  asDriver();
  const ids = { order_id: newId(), command_id: newId() };
  await show(ids);
  await button(/#1042/).first().click();
  await button('Correct delivery #1042').click();
  const dialog = page.getByRole('dialog');
  const cash = dialog.getByRole('textbox', { name: /Cash taken/ });
  await cash.fill('150');
  vi.spyOn(DOCUMENTS, 'correctionDocument').mockRejectedValueOnce(new Error('The document cannot be made'));
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect.element(page.getByText('The delivery was not corrected')).toBeVisible();
  await expect.element(cash).toHaveValue('150');

  const correction_id = newId();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.record = () => {
    const after = historyWith({ ...ids, corrections: [recorded(correction_id)] });
    server.answers.set('GET /api/profile/history', async () => {
      await answered;
      return json(after);
    });
    return reply(correction_id);
  };
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await vi.waitFor(() => expect(deviceOutbox.entries().at(-1)?.state).toBe('done'));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.sent(SENT)).toHaveLength(1);
  await expect.element(button('Correct delivery #1042')).not.toBeInTheDocument();
  answer();
  await expect.element(page.getByRole('list', { name: 'Corrections' })).toHaveTextContent(/AED 150\.00/);
  await expect.element(button('Correct delivery #1042')).toBeVisible();
});

test('a form that is open while another correction is recorded sends the number that it was opened with', async () => {
  asDriver();
  const ids = { order_id: newId(), command_id: newId() };
  await show(ids);
  await button(/#1042/).first().click();
  await button('Correct delivery #1042').click();
  serve({ ...ids, corrections: [recorded(newId())] });
  await queryClient.invalidateQueries();
  await expect
    .element(page.getByRole('list', { name: 'Corrections', includeHidden: true }))
    .toHaveTextContent(/AED 150\.00/);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Your cash on hand does not change.');
  await dialog.getByRole('textbox', { name: 'Received by' }).fill('Layla');
  server.record = () => reply(newId());
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await vi.waitFor(() => expect(server.sent(SENT)).toHaveLength(1));
  expect(server.sent(SENT)[0]?.body).toMatchObject({ number: 1 });
});

test('the form of an unsent delivery stays open while the delivery is sent', async () => {
  asDriver();
  await show();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const command = deliveryCommand({ user_id: server.manager.id });
  server.answers.set('POST /api/deliveries', async () => {
    await answered;
    return json(deliveryReply(command.subject));
  });
  await deviceOutbox.enqueue(command);
  const unsent = page.getByRole('region', { name: 'Not sent yet' });
  await unsent.getByRole('button').click();
  const cash = page.getByRole('dialog').getByRole('textbox', { name: /Cash taken/ });
  await cash.fill('150');
  answer();
  await expect
    .element(page.getByRole('heading', { name: 'Not sent yet', includeHidden: true }))
    .not.toBeInTheDocument();
  await expect.element(cash).toHaveValue('150');
});

test('the cash due is rounded down if the shop rounds', async () => {
  server.answers.set('GET /api/delivery-settings', () => json({ rounds_cash: true }));
  await show({ facts: { ...facts, due_fils: 14_520, short_reason: 'No coins' } });
  await button(/#1042/).first().click();
  await button('Correct delivery #1042').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).not.toHaveTextContent(/The customer still owes/);
  await dialog.getByRole('textbox', { name: /Cash taken/ }).fill('140');
  await expect.element(dialog).toHaveTextContent(/The customer still owes AED 5\.00/);
});

test.each([
  ['a phone', 390, 844],
  ['a desktop', 1280, 800],
])(
  'the form is accessible on %s, and the keyboard opens, fills in and leaves it',
  async (_, width, height) => {
    await show();
    await page.viewport(width, height);
    await button(/#1042/).first().click();
    const opener = button('Correct delivery #1042');
    opener.element().focus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Correct delivery #1042' });
    const cash = dialog.getByRole('textbox', { name: /Cash taken/ });
    await expect.element(cash).toBeVisible();
    cash.element().focus();
    await userEvent.keyboard('{Control>}a{/Control}140{Enter}');
    await expect.element(dialog.getByRole('textbox', { name: /By card machine/ })).toHaveFocus();
    await expect.element(dialog).toHaveTextContent(/The customer still owes AED 5\.00/);
    const { violations } = await axe.run(dialog.element());
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('Discard what you entered?')).toBeVisible();
    button('Discard').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  },
);
