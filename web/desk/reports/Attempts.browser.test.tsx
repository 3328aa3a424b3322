import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { Reports } from './Reports.tsx';

registerEndpoints(DESK_ENDPOINTS);

const [ORDER, DRIVER] = [newId(), newId()];
const DAYS = 'from=2026-11-01&to=2026-11-30';
let server: ManagerServer;
let address: ReturnType<typeof memoryLocation> & { history?: string[] };
let reported: { rows: ReportRow[]; sums: Record<string, number>; late: number };

beforeEach(async () => {
  server = await managerServer();
  server.answers.set('GET /api/desk/report-people', () => json({ people: [] }));
  server.fault = ({ path }) => {
    if (!path.startsWith('/api/desk/reports?')) return undefined;
    const { rows, sums, late } = reported;
    const period = { starts_at: '2026-10-31T20:00:00.000Z', ends_at: '2026-11-30T20:00:00.000Z' };
    return json({
      ...{ time_zone: 'Asia/Dubai', ...period, rows, next: null },
      totals: { rows: rows.length, late, sums },
    });
  };
});
afterEach(() => {
  writeSession(null);
  server.restore();
});

async function open(path: string, width = 1600) {
  address = memoryLocation({ path: `/desk/reports/${path}?${DAYS}`, record: true });
  await showPage(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <ScreenTitle value="Reports">
        <style>
          {'.desk-fill{height:700px}.grid{display:grid}.sr-only{position:absolute;width:1px;overflow:hidden}'}
        </style>
        <Reports />
      </ScreenTitle>
    </Router>,
  );
  await page.viewport(width, 800);
}

const here = () => address.history?.at(-1);
const row = (name: RegExp) => page.getByRole('row', { name });

function attempt(more: ReportRow): ReportRow {
  return {
    id: newId(),
    occurred_at: '2026-11-23T10:05:00.000Z',
    recorded_at: '2026-11-23T10:05:01.000Z',
    late: false,
    order_number: '1001',
    customer_name: 'سارة',
    area: 'Marina',
    driver_name: 'Dina Driver',
    attempt_reason: 'nobody_home',
    note: null,
    number: 1,
    conflict: null,
    undone: false,
    hour: '14:00',
    order_id: ORDER,
    user_id: DRIVER,
    erased_at: null,
    ...more,
  };
}

it('the list shows reason, conflict and undone attempts in words, has no totals, and filters undone ones', async () => {
  reported = {
    rows: [
      attempt({ number: 2, note: 'Dog', attempt_reason: 'Gate_shut' }),
      attempt({ order_number: '1002', undone: true, conflict: 'cancelled' }),
      attempt({
        order_number: '1003',
        area: null,
        customer_name: 'erased',
        note: 'erased',
        erased_at: '2026-11-24T00:00:00.000Z',
      }),
    ],
    sums: {},
    late: 1,
  };
  await open('attempts');
  await expect.element(page.getByText('1 to 30 Nov 2026, by time of attempt')).toBeVisible();
  await expect.element(row(/1001/)).toHaveTextContent('Gate_shut');
  await expect.element(row(/1002/)).toHaveTextContent(/Nobody home.*The order was cancelled.*Yes/);
  await expect.element(row(/1003/)).toHaveTextContent(/Erased—Dina Driver.*Erased/);
  expect(row(/^Total/).elements()).toEqual([]);
  await page.getByLabelText('Undone').selectOptions('Without undone ones');
  expect(here()).toBe(`/desk/reports/attempts?${DAYS}&undone=no`);
  await page.getByRole('link', { name: '1 recorded over an hour late' }).click();
  expect(here()).toBe(`/desk/reports/attempts?${DAYS}&undone=no&late=yes`);
  await page.getByRole('link', { name: '1001' }).click();
  expect(here()).toBe(`/desk/orders/${ORDER}`);
});

const figures = { attempted_orders: 1, delivered: 3, delivered_first: 2, first_share: 66 };

it('a table shows the share of first attempts in rows and totals, and links to the attempts it counts', async () => {
  reported = {
    rows: [
      { id: DRIVER, user_id: DRIVER, driver_name: 'Dina Driver', attempts: 2, ...figures },
      {
        ...{ id: ORDER, user_id: ORDER, driver_name: 'Omar', attempts: 0, attempted_orders: 0 },
        ...{ delivered: 0, delivered_first: 0, first_share: null },
      },
    ],
    sums: { attempts: 2, delivered: 4, delivered_first: 3 },
    late: 1,
  };
  await open('attempt_drivers');
  await expect.element(row(/Dina/)).toHaveTextContent(/Dina Driver213266%$/);
  await expect.element(row(/Omar/)).toHaveTextContent(/Omar0000—$/);
  await expect.element(row(/^Total/)).toHaveTextContent(/Total24375%$/);
  await expect
    .element(page.getByRole('link', { name: '1 recorded over an hour late' }))
    .toHaveAttribute('href', `/desk/reports/attempts?${DAYS}&undone=no&late=yes`);
  await row(/Dina/).getByRole('link', { name: '2', exact: true }).click();
  expect(here()).toBe(`/desk/reports/attempts?${DAYS}&user_id=${DRIVER}&undone=no`);
});

it('an area stays visible on a narrow screen, with its figures below, also if orders have none', async () => {
  reported = {
    rows: [
      { id: 'a', area: 'ديرة', attempts: 2, ...figures },
      { id: 'none', area: null, attempts: 1, ...figures, first_share: null },
    ],
    sums: { attempts: 3, delivered: 6, delivered_first: 4 },
    late: 0,
  };
  await open('attempt_areas', 390);
  await expect.element(row(/ديرة/)).toHaveTextContent(/ديرة66%Attempts2/);
  await expect.element(row(/—/)).toHaveTextContent(/^——Attempts1/);
  await expect.element(row(/^Total/)).toHaveTextContent(/First-attempt rate66%/);
  await page.viewport(700, 800);
  await expect.element(page.getByRole('columnheader', { name: 'Area' })).toBeVisible();
});
