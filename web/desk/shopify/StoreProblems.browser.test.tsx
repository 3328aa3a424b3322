import axe from 'axe-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { StoreProblems } from './StoreProblems.tsx';

let server: ManagerServer;
beforeEach(async () => {
  server = await managerServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
});

type Payment = Store['payments'][number];

const payment = (order_number: string, changes: Partial<Payment>): Payment => ({
  ...{ confirmation_id: newId(), order_id: newId(), order_number, status: 'listed', last_error: null },
  ...{ collected_fils: 14_000, open_fils: 0, marked_fils: null, outstanding_fils: 14_500 },
  created_at: '2026-11-20T08:00:00.000Z',
  ...changes,
});

const STORE: Store = {
  ...{ connection: null, webhooks_to: null, webhooks_cannot: null, unverified: null, webhooks: [] },
  ...{ webhooks_waiting: 0, not_taken_total: 0, fulfilments_total: 0, fulfilments: [], payments_total: 3 },
  payments: [
    payment('A1', {}),
    payment('B2', { marked_fils: 14_500, outstanding_fils: 0 }),
    payment('C3', { status: 'owed', open_fils: 500, outstanding_fils: null }),
  ],
};

it.each([
  [390, 844],
  [1280, 800],
])('shows why each payment is not marked, at %i x %i', async (width, height) => {
  await showPage(<StoreProblems store={STORE} is_admin onChanged={() => {}} />);
  await page.viewport(width, height);
  for (const text of [
    'Collected AED 140.00, outstanding in the store AED 145.00',
    'Collected AED 140.00, but AED 145.00 was marked as paid in the store',
    'Collected AED 140.00; AED 5.00 is owed or not matched yet',
  ])
    await expect.element(page.getByText(text)).toBeVisible();
  const buttons = page.getByRole('listitem').getByRole('button');
  expect(buttons.elements().map((one) => one.getAttribute('aria-label'))).toEqual([
    'Try order #A1 again',
    'Settle order #A1',
    'Try order #B2 again',
    'Settle order #B2',
  ]);
  expect((await axe.run(document.body)).violations).toEqual([]);
});
