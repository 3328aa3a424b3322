import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Holdings } from '../../../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import { DESK_ENDPOINTS } from '../../../../contract/operations/desk.ts';
import { newId } from '../../../../contract/rules/ids.ts';
import { showPage } from '../../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../../tests/support/manager-page.ts';
import { json } from '../../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../../api/client.ts';
import { HoldingsDetails } from './HoldingsDetails.tsx';
import { HoldingsStrip } from './HoldingsStrip.tsx';

registerEndpoints(DESK_ENDPOINTS);

let server: ManagerServer;
let holdings: Holdings;

beforeEach(async () => {
  server = await managerServer();
  holdings = {
    ...{ people: [], held_fils: 300_000, collected_today_fils: 0, banked_today_fils: 0 },
    on_the_road: { held_fils: 300_000, to_collect_orders: 0, to_collect_fils: 0 },
    over_ceiling: [
      { user_id: newId(), full_name: 'Dawood Driver', held_fils: 250_000, ceiling_fils: 200_000 },
      { user_id: newId(), full_name: 'دينا', held_fils: 50_100, ceiling_fils: 50_000 },
    ],
    ...{ unexplained_fils: 0, unexplained: [] },
  };
  server.answers.set('GET /api/desk/holdings', () => json(holdings));
});
afterEach(() => {
  writeSession(null);
  server.restore();
});

const strip = () => page.getByRole('button', { name: /^Cash holdings/ });
const action = { id: 'holdings', title: 'Cash holdings', run: () => undefined };
const show = () =>
  showPage(
    <>
      <HoldingsStrip action={action} />
      <HoldingsDetails />
    </>,
  );

test('drivers above their ceiling are listed with their cash and the ceiling', async () => {
  await show();
  const notice = page.getByRole('status').filter({ hasText: 'Above the ceiling' });
  await expect
    .element(notice)
    .toHaveTextContent('Dawood Driver: carries AED 2,500.00, the ceiling is AED 2,000.00');
  await expect.element(notice).toHaveTextContent('دينا: carries AED 501.00, the ceiling is AED 500.00');
  await expect.element(strip()).toHaveTextContent('the ceiling is AED 2,000.00 and 1 more');
});

test('unexplained cash comes first in the line of figures', async () => {
  const user = { user_id: newId(), full_name: 'Amal Admin' };
  const short = { kind: 'short', user, device: null, amount_fils: 500, since: null } as const;
  holdings = { ...holdings, unexplained: [short], unexplained_fils: 500 };
  await show();
  await expect
    .element(strip())
    .toHaveTextContent('Amal Admin: short by AED 5.00 at the last end of day and 2 more');
});
