import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DESK_ENDPOINTS } from '../../../../contract/operations/desk.ts';
import type { EndpointBody } from '../../../../contract/operations/endpoint-schemas.ts';
import type { DateOrder, ListLayout } from '../../../../contract/rules/import/import-fields.ts';
import { writeSession } from '../../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../../tests/support/manager-page.ts';
import { json } from '../../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../../api/client.ts';
import { ImportPlace } from '../ImportPlace.tsx';
import { forgetImport } from '../import-store.ts';

registerEndpoints(DESK_ENDPOINTS);

const HEADER = ['No', 'Customer', 'Address', 'Amount', 'Promised'];
const LAYOUT: ListLayout = {
  columns: {
    order_number: ['No'],
    name: ['Customer'],
    address: ['Address'],
    amount: ['Amount'],
    promised: ['Promised'],
  },
  method: 'cash',
  date_order: 'dmy',
};

let server: ManagerServer;
let remembered: { header: string[]; layout: ListLayout }[];

beforeEach(async () => {
  server = await managerServer();
  remembered = [{ header: HEADER, layout: LAYOUT }];
  server.answers.set('GET /api/import/memory', () => json({ layouts: remembered, methods: [] }));
  server.answers.set('POST /api/import/layout', ({ body }) => {
    remembered = [body as (typeof remembered)[number]];
    return json({});
  });
  server.answers.set('POST /api/import/preview', ({ body }) => {
    const { orders } = body as EndpointBody<'preview_import'>;
    return json({ orders: orders.map(([{ line, cells }]) => previewed(line, cells[0] ?? '')) });
  });
});
afterEach(() => {
  forgetImport();
  writeSession(null);
  server.restore();
});

function previewed(line: number, order_number: string) {
  const none = { faults: [], differences: [], left_because: null, version: null, unknown_names: [] };
  const order = {
    ...{ customer: 'Ali', area: null, due_amount_fils: 4500, payment_method: 'cash' },
    ...{ created_at: null, promised_at: null },
  };
  return { line, order_number, fate: 'new', order, ...none };
}

async function choose(dates: string[], header = HEADER): Promise<void> {
  const rows = dates.map((date, at) => `${at + 1},Ali,Villa 3,45,${date}${',x'.repeat(header.length - 5)}`);
  const file = new File([[header.join(','), ...rows].join('\n')], 'list.csv');
  await render(<ImportPlace />);
  await userEvent.upload(page.getByLabelText('Order file'), file);
}

const orders = (): DateOrder[] =>
  server.sent<EndpointBody<'preview_import'>>('/api/import/preview').flatMap(({ body: { source } }) => {
    return source.kind === 'list' ? [source.layout.date_order] : [];
  });
const question = () => page.getByRole('status').filter({ hasText: 'Does 11/05/2026 mean' });
const answer = () => page.getByRole('button', { name: 'Read the dates like this' });
const importing = () => page.getByRole('button', { name: /^Import \d+ order/ });

test('L9: a file with ambiguous dates only is not imported before the user has chosen an order', async () => {
  await choose(['11/05/2026', '11/06/2026']);
  await expect.element(question()).toHaveTextContent('Does 11/05/2026 mean 11 May 2026 or 05 Nov 2026?');
  await expect
    .element(question())
    .toHaveTextContent('No other date in this file shows whether the day or the month comes first.');
  await expect.element(page.getByLabelText('Day first (11 May 2026 to 11 Jun 2026)')).not.toBeChecked();
  const month_first = page.getByLabelText('Month first (05 Nov 2026 to 06 Nov 2026)');
  await expect.element(month_first).not.toBeChecked();
  await expect.element(importing()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(importing()).toHaveAttribute('title', 'Select the order of day and month first');

  await month_first.click();
  await answer().click();
  const answered = page.getByRole('status').filter({ hasText: '11/05/2026 is read as 05 Nov 2026' });
  await expect.element(answered).toBeVisible();
  await expect.element(importing()).not.toHaveAttribute('aria-disabled');
  await expect.element(answer()).toHaveAttribute('aria-disabled', 'true');
  expect(orders()).toEqual(['dmy', 'mdy']);
  await expect.poll(() => remembered).toEqual([{ header: HEADER, layout: { ...LAYOUT, date_order: 'mdy' } }]);

  // The user can choose again.
  await page.getByLabelText(/^Day first/).click();
  await answer().click();
  await expect.element(page.getByText('11/05/2026 is read as 11 May 2026')).toBeVisible();
  expect(orders()).toEqual(['dmy', 'mdy', 'dmy']);
});

test('unambiguous rows select the order, and one press confirms it without another preview', async () => {
  await choose(['11/05/2026', '20/11/2026', '21/11/2026 2:05 PM', '22 Nov 2026']);
  await expect
    .element(question())
    .toHaveTextContent('2 dates can only be day first, such as 20/11/2026 in row 3.');
  await expect.element(page.getByLabelText('Day first (11 May 2026)')).toBeChecked();
  await expect.element(importing()).toHaveAttribute('aria-disabled', 'true');
  await answer().click();
  await expect.element(importing()).not.toHaveAttribute('aria-disabled');
  await expect.element(answer()).toHaveFocus();
  expect(orders()).toEqual(['dmy']);
});

test('rows that contradict the remembered order are read in their own order, which needs confirmation', async () => {
  await choose(['11/05/2026', '11/20/2026']);
  await expect
    .element(question())
    .toHaveTextContent('1 date can only be month first, such as 11/20/2026 in row 3.');
  await expect.element(page.getByLabelText('Month first (05 Nov 2026)')).toBeChecked();
  expect(orders()).toEqual(['dmy', 'mdy']);
  // The user may override the evidence.
  await page.getByLabelText(/^Day first/).click();
  await answer().click();
  await expect.element(page.getByText('11/05/2026 is read as 11 May 2026')).toBeVisible();
  expect(orders()).toEqual(['dmy', 'mdy', 'dmy']);
});

test('a file with unambiguous dates only is read in their order without a question', async () => {
  await choose(['11/20/2026', '11/21/2026']);
  await expect.element(importing()).not.toHaveAttribute('aria-disabled');
  expect(orders()).toEqual(['dmy', 'mdy']);
  expect(answer().query()).toBeNull();
  expect(server.sent('/api/import/layout')).toEqual([]);
});

test('contradicting dates are shown, and no order is selected', async () => {
  await choose(['20/11/2026', '11/20/2026']);
  const notice = page.getByRole('status').filter({ hasText: 'The dates of this file contradict each other' });
  await expect
    .element(notice)
    .toHaveTextContent('1 date can only be day first, such as 20/11/2026 in row 2.');
  await expect
    .element(notice)
    .toHaveTextContent('1 date can only be month first, such as 11/20/2026 in row 3.');
  await expect.element(notice).toHaveTextContent('The dates that do not have the selected order are errors.');
  await expect.element(page.getByLabelText('Day first')).not.toBeChecked();
  await expect.element(importing()).toHaveAttribute('aria-disabled', 'true');
});

test('a chosen date order of a similar list is remembered without changing its known columns', async () => {
  await choose(['11/05/2026'], [...HEADER, 'Floor plan']);
  await page.getByLabelText(/^Month first/).click();
  await answer().click();
  await expect.poll(() => remembered).toEqual([{ header: HEADER, layout: { ...LAYOUT, date_order: 'mdy' } }]);
});
