import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type {
  ReportResponse,
  ReportRow,
} from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import type { DeliveryHours } from '../../../contract/operations/screens/read-delivery-hours.schema.ts';
import type { HeldOverTime } from '../../../contract/operations/screens/read-held-over-time.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { frame } from '../../../contract/rules/reports/export-frames.ts';
import { COUNTED_TYPE, EXPORT_ROWS_HEADER } from '../../../contract/rules/reports/exports.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { type Fault, json } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { ReportChart } from '../charts/ReportChart.tsx';
import { ExportLine } from '../export/ExportLine.tsx';
import { setExport } from '../export/export-store.ts';
import { Reports } from './Reports.tsx';
import type { Open } from './report-links.ts';

registerEndpoints(DESK_ENDPOINTS);

/** The part of the style sheet that decides which rows are rendered and which are in view. */
const STYLES = `.overflow-auto{overflow:auto}.relative{position:relative}.absolute{position:absolute}.inset-x-0{inset-inline:0}
.sticky{position:sticky}.top-0{top:0}.bottom-0{bottom:0}.grid{display:grid}.h-9{height:36px}.flex{display:flex}.flex-col{flex-direction:column}
.flex-1{flex:1}.min-h-0{min-height:0}.min-w-0{min-width:0}.truncate{overflow:hidden;white-space:nowrap}.contents{display:contents}
.desk-fill{height:700px;width:1240px}.sr-only{position:absolute;width:1px;overflow:hidden}`;

const PLACE = '/desk/reports/deliveries';
const ROWS = 230;
const ORDER = newId();
let server: ManagerServer;
let address: ReturnType<typeof memoryPlace>;
let requested: URLSearchParams[];
/** The total number of rows that the server reports. */
let rows_reported: number;
/** The fault of the next export; undefined: the response in `server.answers`. */
let exportFault: Fault | undefined;

beforeEach(async () => {
  server = await managerServer();
  requested = [];
  rows_reported = ROWS;
  exportFault = undefined;
  server.answers.set('GET /api/desk/report-people', () => json({ people: [] }));
  server.fault = ({ path }) => {
    const [place, search] = path.split('?');
    if (place === '/api/desk/exports') return exportFault;
    if (place !== '/api/desk/reports') return undefined;
    const query = new URLSearchParams(search);
    requested.push(query);
    return json(pageOf(query));
  };
  address = memoryPlace(`${PLACE}?from=2026-11-01&to=2026-11-30`);
});
afterEach(() => {
  writeSession(null);
  server.restore();
  setExport(null);
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

function pageOf(query: URLSearchParams): ReportResponse {
  const after = query.get('after');
  const from = after === null ? 0 : Number(after.slice('row-'.length)) + 1;
  const to = Math.min(ROWS, from + 100);
  return {
    time_zone: 'Asia/Dubai',
    starts_at: '2026-10-31T20:00:00.000Z',
    ends_at: '2026-11-30T20:00:00.000Z',
    rows: Array.from({ length: to - from }, (_, at) => rowAt(from + at)),
    next: to < ROWS ? `row-${to - 1}` : null,
    totals:
      after === null
        ? { rows: rows_reported, late: 3, sums: { collected_fils: ROWS * 10_000, cash_fils: ROWS * 10_000 } }
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

it('shows the totals of the whole period while its rows load page by page', async () => {
  await open();
  await expect.element(page.getByText('1 to 30 Nov 2026, by delivery time')).toBeVisible();
  await expect.element(total()).toHaveTextContent('AED 23,000.00');
  await expect.element(page.getByText('230 rows · 100 shown')).toBeVisible();
  const all = page.getByText('230 rows', { exact: true });
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
  expect(requested.map((query) => query.get('after'))).toEqual([null, 'row-99', 'row-199']);
  // The link opens the rows that were recorded late.
  await page.getByRole('link', { name: '3 recorded over an hour late' }).click();
  expect(here()).toBe(`${PLACE}?from=2026-11-01&to=2026-11-30&late=yes`);
  await expect.element(page.getByRole('checkbox', { name: 'Only recorded late' })).toBeChecked();
  await expect.element(page.getByText('230 rows · 100 shown', { exact: true })).toBeVisible();
});

it('invalid dates show their error, stay as typed and leave the open report in place', async () => {
  await open();
  await expect.element(total()).toBeVisible();
  const [from, to] = [
    page.getByLabelText('From', { exact: true }),
    page.getByLabelText('To', { exact: true }),
  ];
  await from.fill('2026-12-24');
  // The error appears only once the user leaves the dates.
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
  await expect.element(page.getByText('24 to 31 Dec 2026, by delivery time')).toBeVisible();
  await expect.element(to).not.toHaveAttribute('aria-invalid');

  // The address keeps a preset as a preset. Invalid dates in an address are marked immediately.
  await page.getByLabelText('Days').selectOptions('Last week');
  expect(here()).toBe(`${PLACE}?period=last_week`);
  address.navigate(`${PLACE}?from=2026-02-30&to=2026-03-01`);
  await expect.element(page.getByText('Enter a date that exists', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Invalid dates')).toBeVisible();
  const read_from = requested.map((query) => query.get('from'));
  expect(read_from).not.toContain('2026-02-30');
});

const EXPORTS = 'POST /api/desk/exports';
const NAME = 'deliveries 2026-11-01 to 2026-11-30';
const bytesOf = (words: string) => new TextEncoder().encode(words);

/** A file as the server sends it, chunk by chunk. */
function exportOf(rows: number, body: BodyInit): Response {
  const disposition = `attachment; filename="${NAME}.csv"`;
  const headers = { 'content-type': COUNTED_TYPE, 'content-disposition': disposition };
  return new Response(body, { headers: { ...headers, [EXPORT_ROWS_HEADER]: String(rows) } });
}

function WithExport() {
  const [here] = address.hook();
  return (
    <>
      <ExportLine />
      {here.startsWith('/desk/reports') && <Reports />}
    </>
  );
}

async function openWithExport() {
  await showPage(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <ScreenTitle value="Reports">
        <style>{STYLES}</style>
        <WithExport />
      </ScreenTitle>
    </Router>,
  );
  await page.viewport(1280, 800);
  await expect.element(total()).toBeVisible();
}

const line = () => page.getByRole('region', { name: 'Your export' });
const dialog = () => page.getByRole('dialog', { name: 'Export Deliveries' });

async function beginExport(): Promise<void> {
  await page.getByRole('button', { name: /^Export/ }).click();
  await dialog().getByRole('button', { name: 'Export', exact: true }).click();
}

it('an export shows its progress, fails if it is truncated, and can be cancelled from another page', async () => {
  let finish: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  server.answers.set(EXPORTS, () => {
    const body = new ReadableStream({
      async start(to) {
        to.enqueue(frame(230, bytesOf('Order')));
        await held;
        to.enqueue(frame(230, new Uint8Array()));
        to.close();
      },
    });
    return exportOf(ROWS, body);
  });
  await openWithExport();
  await beginExport();
  await expect.element(line()).toHaveTextContent('Exporting Deliveries: 230 of 230 rows');
  finish();
  await expect.element(line()).toHaveTextContent(`${NAME}.csv is saved: 230 rows`);

  // Truncated without an error, as behind a proxy that hides the broken connection.
  server.answers.set(EXPORTS, () => exportOf(ROWS, frame(230, bytesOf('Order')).slice()));
  await beginExport();
  await expect.element(line()).toHaveTextContent('Deliveries was not exported. The file arrived incomplete.');
  const whole = () => new Blob([frame(230, bytesOf('Order')).slice(), frame(230, new Uint8Array()).slice()]);
  server.answers.set(EXPORTS, () => exportOf(ROWS, whole()));
  await line().getByRole('button', { name: 'Try again' }).click();
  await expect.element(line()).toHaveTextContent(`${NAME}.csv is saved: 230 rows`);
  await line().getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(line()).not.toBeInTheDocument();

  exportFault = 'hangs';
  await beginExport();
  await expect.element(line()).toHaveTextContent('Exporting Deliveries');
  address.navigate('/desk/staff');
  await expect.element(total()).not.toBeInTheDocument();
  await line().getByRole('button', { name: 'Cancel export' }).click();
  await expect.element(line()).toHaveTextContent('was cancelled. Nothing was saved.');
});

it('an export beyond the row limit of Excel offers CSV only and leaves no file if it fails', async () => {
  rows_reported = 100_001;
  const directory = await navigator.storage.getDirectory();
  // Replaces the system's file dialog with files of the page's private file system, which are written the
  // same way.
  const pick = ({ suggestedName }: { suggestedName: string }) =>
    directory.getFileHandle(suggestedName, { create: true });
  vi.stubGlobal('showSaveFilePicker', pick);
  const files = async () => {
    const found: Record<string, string> = {};
    for await (const [name, handle] of directory.entries())
      if (name.startsWith(NAME))
        found[name] = await (await (handle as FileSystemFileHandle).getFile()).text();
    return found;
  };
  server.answers.set(EXPORTS, () => exportOf(1, frame(1, bytesOf('Recorded')).slice()));
  await openWithExport();
  await page.getByRole('button', { name: /^Export/ }).click();
  await expect
    .element(dialog())
    .toHaveTextContent('An Excel file can have at most 100,000 rows. A CSV file has no limit.');
  expect(dialog().getByRole('radio').elements()).toHaveLength(1);
  await dialog().getByRole('button', { name: 'Export', exact: true }).click();
  await expect.element(line()).toHaveTextContent('Deliveries was not exported.');
  expect(await files()).toEqual({});
  const whole = () => new Blob([frame(1, bytesOf('Recorded')).slice(), frame(1, new Uint8Array()).slice()]);
  server.answers.set(EXPORTS, () => exportOf(1, whole()));
  await line().getByRole('button', { name: 'Try again' }).click();
  await expect.element(line()).toHaveTextContent(`${NAME}.csv is saved: 1 row`);
  expect(await files()).toEqual({ [`${NAME}.csv`]: 'Recorded' });
  await directory.removeEntry(`${NAME}.csv`);
  vi.unstubAllGlobals();
});

const [ADMIN, DRIVER] = [newId(), newId()];
const DAYS = { from: '2026-11-18', to: '2026-11-19' };
const FILTERS: Open['filters'] = {};
const figure = () => page.getByRole('figure');

async function draw(open: Open, rows: ReportRow[] = []) {
  await showPage(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <ReportChart open={open} rows={rows} all={rows.length} />
    </Router>,
  );
  await expect.element(figure()).toBeVisible();
}

it('the chart of deliveries by hour has a table of its figures and is operated by keys', async () => {
  const hours: DeliveryHours['hours'] = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    deliveries: hour === 14 ? 1 : 0,
    late_deliveries: 0,
    cash_fils: hour === 14 ? 14_500 : 0,
    card_machine_fils: 0,
    collected_fils: hour === 14 ? 14_500 : 0,
  }));
  const path = `/api/desk/delivery-hours?from=${DAYS.from}&to=${DAYS.to}`;
  server.answers.set(`GET ${path}`, () => json({ time_zone: 'Asia/Dubai', hours }));
  await draw({ report: 'deliveries', period: DAYS, days: DAYS, filters: FILTERS });
  await expect.element(figure()).toHaveTextContent('Deliveries by hour of the day');
  await expect.element(figure().getByRole('row', { name: /^Total 1 0 AED 145\.00/ })).toBeInTheDocument();
  const parts = figure().getByRole('listitem');
  (parts.first().element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(parts.last()).toHaveFocus();
  await expect.element(parts.last()).toHaveTextContent('23:00 to 24:00');
});

it('keys move through the chart of cash by holder over time and open its movements', async () => {
  const held: HeldOverTime = {
    time_zone: 'Asia/Dubai',
    step: 'day',
    days: ['2026-11-18', '2026-11-19'],
    holders: [
      { user_id: ADMIN, full_name: 'Amal Admin', role: 'Admin', closing_fils: [0, 60_000] },
      { user_id: DRIVER, full_name: 'Dawood Driver', role: 'Driver', closing_fils: [0, 14_500] },
    ],
  };
  const path = `/api/desk/held-over-time?from=${DAYS.from}&to=${DAYS.to}`;
  server.answers.set(`GET ${path}`, () => json(held));
  await draw({ report: 'holders', period: DAYS, days: DAYS, filters: FILTERS });
  await expect.element(figure()).toHaveTextContent('at the end of each day');
  const [admin, driver] = [figure().getByRole('link').first(), figure().getByRole('link').last()];
  await expect.element(admin).toHaveAccessibleName('Amal Admin, 19 Nov 2026: AED 600.00');
  await expect.element(figure().getByRole('row').last()).toHaveTextContent('AED 745.00');
  (admin.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(driver).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(figure().getByRole('status')).toHaveTextContent(/^Dawood Driver, .*: AED 0\.00$/);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(driver).toHaveAccessibleName(/: AED 145\.00$/);
  await userEvent.keyboard('{Enter}');
  expect(here()).toMatch(new RegExp(`^/desk/reports/movements\\?.*user_id=${DRIVER}`));
});

it('draws the rows of a report as bars with the same links', async () => {
  const row: ReportRow = {
    id: DRIVER,
    user_id: DRIVER,
    driver_name: 'Dawood Driver',
    deliveries: 1,
    late_deliveries: 0,
    cash_fils: 14_500,
    card_machine_fils: 0,
    collected_fils: 14_500,
  };
  await draw({ report: 'drivers', period: DAYS, days: DAYS, filters: FILTERS }, [row]);
  await expect.element(figure().getByRole('link')).toHaveTextContent('AED 145.00');
  (figure().getByRole('link').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(here()).toMatch(new RegExp(`^/desk/reports/deliveries\\?.*user_id=${DRIVER}`));
});
