import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Statistics } from '../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { deliveryCommand } from '../../tests/support/delivery-command.ts';
import { showPage } from '../../tests/support/handover-page.tsx';
import { writeSession } from '../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../tests/support/manager-page.ts';
import { json } from '../../tests/support/server-double.ts';
import { queryClient } from '../api/query-client.ts';
import { deviceOutbox } from '../commands/this-device.ts';
import { sessionStore } from '../session/device-session.ts';
import { CeilingLine } from './CeilingLine.tsx';

const STATISTICS = 'GET /api/profile/statistics';
const FIGURES: Statistics = {
  cash_on_hand_fils: 200_000,
  waiting_fils: 0,
  cash_collected_fils: 0,
  deliveries_today: 3,
  pending_deliveries: 2,
  ceiling_fils: 200_000,
};

let server: ManagerServer;

beforeEach(async () => {
  server = await managerServer();
});

afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
});

const line = () => page.getByText(/^You carry/);

function carry(changes: Partial<Statistics>): void {
  server.answers.set(STATISTICS, () => json({ ...FIGURES, ...changes }));
}

test('a user who carries more than the ceiling sees both amounts, until the cash is handed in', async () => {
  carry({ cash_on_hand_fils: 200_000, waiting_fils: 30_000 });
  await showPage(<CeilingLine />);
  await expect
    .element(line())
    .toHaveTextContent('You carry AED 2,300.00. Your ceiling is AED 2,000.00: hand in cash.');
  await expect.element(page.getByRole('status').filter({ has: line() })).toBeVisible();
  carry({ cash_on_hand_fils: 200_000 });
  // A hint about cash reads the figures again.
  await queryClient.invalidateQueries();
  await expect.element(line()).not.toBeInTheDocument();
});

test('cash of a delivery that is not sent yet counts', async () => {
  carry({});
  await showPage(<CeilingLine />);
  await vi.waitFor(() => expect(server.asked.some(({ path }) => path.endsWith('/statistics'))).toBe(true));
  expect(line().elements()).toEqual([]);
  server.fault = ({ method }) => (method === 'GET' ? undefined : 'lost');
  await deviceOutbox.enqueue(deliveryCommand({ user_id: sessionStore.user_id() ?? '' }));
  await expect.element(line()).toHaveTextContent('You carry AED 2,145.00.');
});

test.each([
  ['there is no ceiling', { cash_on_hand_fils: 900_000, ceiling_fils: null }],
  ['the balance cannot be read', { cash_on_hand_fils: null }],
])('nothing is shown if %s', async (_, changes) => {
  carry(changes);
  await showPage(<CeilingLine />);
  await vi.waitFor(() => expect(server.asked.some(({ path }) => path.endsWith('/statistics'))).toBe(true));
  expect(line().elements()).toEqual([]);
});
