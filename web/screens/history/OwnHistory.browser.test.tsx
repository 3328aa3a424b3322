import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type {
  OwnHistory as HistoryPage,
  OwnDay,
} from '../../../contract/operations/screens/read-own-history.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { OwnHistory } from './OwnHistory.tsx';

const NEWEST = 'GET /api/profile/history';
const OLDER = 'GET /api/profile/history?before=2026-11-10';

let server: ManagerServer;

beforeEach(async () => {
  server = await managerServer();
});

afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
});

/** A day with one delivery, which had a conflict if one is given. */
function dayWith(day: string, conflict: 'cancelled' | null = null): OwnDay {
  const at = `${day}T08:00:00.000Z`;
  const delivery = {
    ...{
      id: newId(),
      order_number: '1042',
      customer_name: 'Layla Haddad',
      delivered_at: at,
      recorded_at: at,
    },
    ...{
      tender: 'card_machine' as const,
      collected_fils: 14_500,
      cash_fils: 0,
      conflict,
      photo: null,
      note: null,
    },
  };
  const sums = {
    ...{ deliveries: 1, conflicts: conflict ? 1 : 0, cash_fils: 0, card_fils: 14_500 },
    ...{ received_fils: 0, handed_over_fils: 0, difference_fils: null },
  };
  return { day, sums, deliveries: [delivery], handovers: [] };
}

const page_of = (days: OwnDay[], next_before: string | null = null): HistoryPage => ({
  first_day: '2026-09-24',
  days,
  next_before,
});
const button = (name: string | RegExp) => page.getByRole('button', { name });
const day = (name: string) => page.getByRole('region', { name });

test('after a failed read, Retry shows the days with their totals, the first one expanded', async () => {
  server.answers.set(NEWEST, () => problem('unavailable'));
  await showPage(<OwnHistory />);
  await expect.element(page.getByText('Your history could not be loaded')).toBeVisible();
  server.answers.set(NEWEST, () =>
    json(page_of([dayWith('2026-11-20', 'cancelled'), dayWith('2026-11-18')])),
  );
  await button('Retry').click();
  const first = day('20 Nov 2026');
  await expect.element(first).toHaveTextContent(/1 delivery, 1 with a conflict.*AED 145\.00/);
  await expect.element(first).toHaveTextContent(/Paid by card machine.*AED 145\.00/);
  await expect.element(first).toHaveTextContent(/#1042.*Layla Haddad.*The order had been cancelled/);
  await button(/#1042/).click();
  await expect.element(first).toHaveTextContent(/Delivered at.*Nov 20, 2026 12:00.*no longer stored/);
  expect(day('18 Nov 2026').element().textContent).not.toContain('#1042');
  await expect.element(page.getByText('Since 24 Sep 2026')).toBeVisible();
});

test('cash handed in during the day is listed, and a voided handover is marked and keeps its receipt', async () => {
  const reference = 'DRP-20261120-7-1795180000000';
  const drop = {
    ...{ id: newId(), handover_type: 'drop' as const, handover_reference: reference, amount_fils: 10_000 },
    ...{ difference_fils: null, with_name: 'Amal Admin', card_machine: false, card_machine_number: null },
    ...{ completed_at: '2026-11-20T09:00:00.000Z', voided: false },
    receipt: { path: 'DRP/receipt.pdf', sha256: '33'.repeat(32) },
  };
  const voided = { ...drop, id: newId(), handover_reference: `${reference}1`, voided: true };
  const shown = { ...dayWith('2026-11-20'), handovers: [voided, drop] };
  server.answers.set(NEWEST, () => json(page_of([shown])));
  await showPage(<OwnHistory />);
  const rows = page.getByRole('list', { name: 'Handovers' }).getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/During the day: cash handed over Void.*AED 100\.00/);
  await expect.element(rows.nth(0).getByRole('button', { name: /^Open receipt/ })).toBeVisible();
  await expect.element(rows.nth(1)).toHaveTextContent(/During the day: cash handed over/);
  await expect.element(rows.nth(1)).not.toHaveTextContent('Void');
});

test('payments, corrections and expenses are listed with their change of cash, and open amounts with the delivery', async () => {
  const shown = dayWith('2026-11-20');
  const change = { id: newId(), order_number: '1042', expense_kind: null, at: '2026-11-20T09:00:00.000Z' };
  shown.changes = [
    { ...change, kind: 'payment', cash_fils: 500, other_fils: 200 },
    { ...change, id: newId(), kind: 'correction', cash_fils: -1_000, other_fils: 0 },
    {
      ...change,
      id: newId(),
      kind: 'expense',
      order_number: null,
      expense_kind: 'parking',
      cash_fils: -300,
      other_fils: 0,
    },
  ];
  shown.sums.changed_fils = -800;
  Object.assign(shown.deliveries[0] ?? {}, { pending_fils: 700, owed_fils: 250, partial: true });
  server.answers.set(NEWEST, () => json(page_of([shown])));
  await showPage(<OwnHistory />);
  const rows = page.getByRole('list', { name: 'Payments, corrections and expenses' }).getByRole('listitem');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(/Payment of order #1042.*AED 5\.00.*AED 2\.00 by other ways/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Correction of order #1042.*-AED 10\.00/);
  await expect.element(rows.nth(2)).toHaveTextContent(/Parking.*-AED 3\.00/);
  await expect.element(page.getByText('AED 7.00 by link or transfer')).toBeVisible();
  await expect.element(page.getByText('AED 2.50 owed')).toBeVisible();
  await expect.element(page.getByText('Part of the goods')).toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] });
  expect(violations).toEqual([]);
});

test('a button loads earlier days; if they cannot be loaded, an error and Retry are shown', async () => {
  server.answers.set(NEWEST, () => json(page_of([dayWith('2026-11-20')], '2026-11-10')));
  server.answers.set(OLDER, () => problem('unavailable'));
  await showPage(<OwnHistory />);
  await button('Show earlier days').click();
  await expect.element(page.getByText('These days are not stored on this device')).toBeVisible();
  await expect.element(day('20 Nov 2026')).toBeVisible();
  server.answers.set(OLDER, () => json(page_of([dayWith('2026-11-05')])));
  await button('Retry').click();
  await expect.element(day('05 Nov 2026')).toBeVisible();
  await expect.element(day('05 Nov 2026').getByRole('button')).toHaveFocus();
});
