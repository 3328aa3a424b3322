import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnDay } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json } from '../../../tests/support/server-double.ts';
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
  const at = '2026-11-20T08:00:00.000Z';
  const delivery = {
    ...{
      id: newId(),
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
  const shown = { first_day: '2026-09-24', days: [day], next_before: null };
  server.answers.set('GET /api/profile/history', () => json(shown));
  return showPage(<OwnHistory />);
}
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('the form shows the effect on the cash, and that less cash needs an approval and a reason', async () => {
  await show();
  await button(/#1042/).first().click();
  await button('Correct delivery #1042').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Your cash on hand does not change.');
  await dialog.getByRole('button', { name: 'Correct' }).click();
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
