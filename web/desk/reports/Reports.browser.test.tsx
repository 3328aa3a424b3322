import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { DESK_ENDPOINTS } from '../../../contract/rules/desk-endpoints.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { ReportAnswer, ReportRow } from '../../../contract/schemas/reports.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json } from '../../../tests/support/server-double.ts';
import { knowEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { Reports } from './Reports.tsx';

knowEndpoints(DESK_ENDPOINTS);

/** As much of the style sheet as decides which rows are drawn, and which of them are in sight. */
const STYLES = `.overflow-auto{overflow:auto}.relative{position:relative}.absolute{position:absolute}.inset-x-0{inset-inline:0}
.sticky{position:sticky}.top-0{top:0}.bottom-0{bottom:0}.grid{display:grid}.h-9{height:36px}.flex{display:flex}.flex-col{flex-direction:column}
.flex-1{flex:1}.min-h-0{min-height:0}.min-w-0{min-width:0}.truncate{overflow:hidden;white-space:nowrap}.contents{display:contents}
.desk-fill{height:700px;width:1240px}.sr-only{position:absolute;width:1px;overflow:hidden}`;

const PLACE = '/desk/reports/deliveries';
const ROWS = 230;
const ORDER = newId();
let server: ManagerServer;
let address: ReturnType<typeof memoryPlace>;
let asked: URLSearchParams[];

beforeEach(async () => {
  server = await managerServer();
  asked = [];
  server.answers.set('GET /api/desk/report-people', () => json({ people: [] }));
  server.fault = ({ path }) => {
    const [place, search] = path.split('?');
    if (place !== '/api/desk/reports') return undefined;
    const query = new URLSearchParams(search);
    asked.push(query);
    return json(pageOf(query));
  };
  address = memoryPlace(`${PLACE}?from=2026-11-01&to=2026-11-30`);
});
afterEach(() => {
  writeSession(null);
  server.restore();
  vi.restoreAllMocks();
});

const memoryPlace = (path: string) => memoryLocation({ path, record: true });

function rowAt(at: number): ReportRow {
  const delivered_at = new Date(Date.UTC(2026, 10, 30, 12) - at * 60_000).toISOString();
  return {
    id: `row-${at}`,
    delivered_at,
    recorded_at: delivered_at,
    late: false,
    order_number: `N${at}`,
    customer_name: 'سارة',
    phone: '+971501234567',
    driver_name: 'Dina Driver',
    tender: 'cash',
    collected_fils: 10_000,
    cash_fils: 10_000,
    outcome: 'delivered',
    order_id: ORDER,
    user_id: ORDER,
  };
}

function pageOf(query: URLSearchParams): ReportAnswer {
  const after = query.get('after');
  const from = after === null ? 0 : Number(after.slice('row-'.length)) + 1;
  const to = Math.min(ROWS, from + 100);
  return {
    time_zone: 'Asia/Dubai',
    starts_at: '2026-10-31T20:00:00.000Z',
    ends_at: '2026-11-30T20:00:00.000Z',
    // The second page comes from a copy that is a little further behind.
    as_of: query.get('late') ? undefined : `2026-11-20T10:05:${after === 'row-99' ? '07' : '09'}.123Z`,
    rows: Array.from({ length: to - from }, (_, at) => rowAt(from + at)),
    next: to < ROWS ? `row-${to - 1}` : null,
    totals:
      after === null
        ? { rows: ROWS, late: 3, sums: { collected_fils: ROWS * 10_000, cash_fils: ROWS * 10_000 } }
        : null,
  };
}

async function open() {
  await showPage(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <ScreenTitle value="Reports">
        <style>{STYLES}</style>
        <Reports />
      </ScreenTitle>
    </Router>,
  );
  await page.viewport(1280, 800);
}

const here = () => address.history?.at(-1);
const total = () => page.getByRole('row', { name: /^Total/ });
const box = () => page.getByRole('table', { name: 'Deliveries' }).element().parentElement as HTMLElement;

it('shows what the whole period comes to while its rows come page by page', async () => {
  await open();
  await expect.element(page.getByText('1 to 30 Nov 2026, by the time at the door')).toBeVisible();
  await expect.element(total()).toHaveTextContent('AED 23,000.00');
  await expect.element(page.getByText('230 rows · 100 shown · as of 14:05:09')).toBeVisible();
  const all = page.getByText('230 rows · as of 14:05:07', { exact: true });
  await expect
    .poll(() => {
      box().scrollTop = box().scrollHeight;
      return all.elements().length;
    })
    .toBe(1);
  box().scrollTop = box().scrollHeight;
  await expect
    .element(page.getByRole('link', { name: 'N229' }))
    .toHaveAttribute('href', `/desk/orders/${ORDER}`);
  await expect.element(total()).toBeInViewport();
  expect(asked.map((query) => query.get('after'))).toEqual([null, 'row-99', 'row-199']);
  // Those that came later are a list of their own.
  await page.getByRole('link', { name: '3 came more than an hour later' }).click();
  expect(here()).toBe(`${PLACE}?from=2026-11-01&to=2026-11-30&late=yes`);
  await expect.element(page.getByRole('checkbox', { name: 'Only what came late' })).toBeChecked();
  await expect.element(page.getByText('230 rows · 100 shown', { exact: true })).toBeVisible();
});

it('says at the dates why they are no period, keeps them, and shows on what was open', async () => {
  await open();
  await expect.element(total()).toBeVisible();
  const [from, to] = [
    page.getByLabelText('From', { exact: true }),
    page.getByLabelText('To', { exact: true }),
  ];
  await from.fill('2026-12-24');
  // Not told before the dates are left.
  await expect.element(page.getByText('The last day is before the first one')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The last day is before the first one')).toBeVisible();
  await expect.element(to).toHaveAttribute('aria-invalid', 'true');
  await expect.element(to).toHaveAccessibleDescription('The last day is before the first one');
  await expect.element(from).toHaveValue('2026-12-24');
  await expect.element(total()).toBeVisible();
  expect(address.history).toHaveLength(1);
  await to.fill('2036-12-24');
  await expect.element(page.getByText('A report covers less than 10 years')).toBeVisible();
  await to.fill('2026-12-31');
  expect(here()).toBe(`${PLACE}?from=2026-12-24&to=2026-12-31`);
  await expect.element(page.getByText('24 to 31 Dec 2026, by the time at the door')).toBeVisible();
  await expect.element(to).not.toHaveAttribute('aria-invalid');

  // A word stays one in the address; and one that brings dates that are none is told at once.
  await page.getByLabelText('Days').selectOptions('Last week');
  expect(here()).toBe(`${PLACE}?period=last_week`);
  address.navigate(`${PLACE}?from=2026-02-30&to=2026-03-01`);
  await expect.element(page.getByText('Enter a date that exists', { exact: true })).toBeVisible();
  await expect.element(page.getByText('These days are no period')).toBeVisible();
  const asked_for = asked.map((query) => query.get('from'));
  expect(asked_for).not.toContain('2026-02-30');
});
