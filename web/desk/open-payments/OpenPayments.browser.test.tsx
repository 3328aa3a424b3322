import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { CollectOwed } from '../../../contract/operations/dashboard/order-payments/collect-owed.schema.ts';
import type {
  OpenOrder,
  OpenPayments as Read,
} from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import type { MatchPayment } from '../../../contract/operations/desk/payments/match-payment.schema.ts';
import type { RequestWaiver } from '../../../contract/operations/desk/payments/request-waiver.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { OpenPayments } from './OpenPayments.tsx';

registerEndpoints(DESK_ENDPOINTS);

function order(changes: Partial<OpenOrder> = {}): OpenOrder {
  return {
    order_id: newId(),
    order_number: '1001',
    customer_name: 'Layla Haddad',
    driver_id: 7,
    driver_name: 'Bilal Khan',
    delivered_at: '2026-11-20T08:00:00.000Z',
    owed_fils: 500,
    unmatched_fils: 0,
    refund_fils: 0,
    since: '2026-11-20T08:00:01.000Z',
    short_reason: 'No more cash',
    waiver_fils: null,
    refund_pending_fils: 0,
    payments: [],
    ...changes,
  };
}

const PAYMENT = {
  source_id: newId(),
  tender: 'bank_transfer' as const,
  reference: 'AANI 7',
  amount_fils: 14_500,
  recorded_by: 'Bilal Khan',
  recorded_at: '2026-11-20T08:00:00.000Z',
  is_own: false,
};

let server: ManagerServer;

beforeEach(async () => {
  server = await managerServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

function lists(rows: Partial<Record<'owed' | 'to_match' | 'refunds', OpenOrder[]>>): void {
  const counts = {
    owed: rows.owed?.length ?? 0,
    to_match: rows.to_match?.length ?? 0,
    refunds: rows.refunds?.length ?? 0,
  };
  for (const list of ['owed', 'to_match', 'refunds'] as const) {
    const read: Read = { counts, rows: rows[list] ?? [], next: null };
    server.answers.set(`GET /api/desk/payments?list=${list}`, () => json(read));
  }
}

function Place() {
  useDeskKeys();
  return <OpenPayments />;
}

async function open(path = '/desk/payments', [width, height]: [number, number] = [1280, 800]) {
  const { hook, searchHook } = memoryLocation({ path });
  await showPage(
    <Router hook={hook} searchHook={searchHook}>
      <ScreenTitle value="Open payments">
        <main id="content" className="flex flex-col gap-4 p-4">
          <Place />
        </main>
      </ScreenTitle>
    </Router>,
  );
  await page.viewport(width, height);
}

async function hasNoFaults(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

const dialog = (name: string) => page.getByRole('dialog', { name });
const bodies = <Body,>(path: string) => server.sent<Body>(path).map(({ body }) => body);

describe('the lists of open payments', () => {
  it.each([[[1280, 800]], [[390, 844]]] as [[number, number]][])(
    'show their counts and the details of an order at %s, and are accessible',
    async (size) => {
      const one = order();
      lists({ owed: [one], to_match: [order({ payments: [PAYMENT], unmatched_fils: 14_500 })] });
      await open('/desk/payments', size);
      await expect.element(page.getByRole('link', { name: 'To match 1' })).toBeVisible();
      await expect.element(page.getByRole('link', { name: '#1001' })).toBeVisible();
      await hasNoFaults();
      await page.getByRole('link', { name: '#1001' }).click();
      await expect.element(page.getByRole('complementary', { name: 'Order #1001' })).toBeVisible();
      await hasNoFaults();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size[0]);
    },
  );

  it('are empty with an explanation', async () => {
    lists({});
    await open('/desk/payments/to_match');
    await expect.element(page.getByText('Nothing to match')).toBeVisible();
  });
});

describe('the steps', () => {
  it('request a waiver of a part with a reason', async () => {
    const one = order();
    lists({ owed: [one] });
    server.answers.set('POST /api/desk/payments/waivers', () =>
      json({ approval_id: newId(), expires_at: '2027-02-20T08:00:00.000Z' }),
    );
    await open(`/desk/payments/owed/${one.order_id}`);
    await page.getByRole('button', { name: 'Waive' }).click();
    await dialog('Waive an amount owed').getByLabelText('Amount (AED)').fill('2');
    await dialog('Waive an amount owed').getByLabelText('Reason').fill('The goods arrived late');
    await dialog('Waive an amount owed').getByRole('button', { name: 'Request approval' }).click();
    await expect
      .poll(() => bodies<RequestWaiver>('/api/desk/payments/waivers'))
      .toEqual([{ order_id: one.order_id, amount_fils: 200, reason: 'The goods arrived late' }]);
  });

  it.each([
    ['p', 'Collect what is owed'],
    ['w', 'Waive an amount owed'],
  ])('open with the key %s and close with Escape, and are accessible', async (key, name) => {
    const one = order();
    lists({ owed: [one] });
    await open('/desk/payments');
    await expect.element(page.getByRole('link', { name: '#1001' })).toBeVisible();
    page.getByRole('link', { name: '#1001' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('complementary', { name: 'Order #1001' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Collect' })).toBeEnabled();
    await userEvent.keyboard(key);
    await expect.element(dialog(name)).toBeVisible();
    await hasNoFaults();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog(name)).not.toBeInTheDocument();
  });

  it('decide about a payment by reference', async () => {
    const one = order({ owed_fils: 0, unmatched_fils: 14_500, payments: [PAYMENT] });
    lists({ to_match: [one] });
    server.answers.set('POST /api/desk/payments/match', () => json({ match_id: newId() }));
    await open(`/desk/payments/to_match/${one.order_id}`);
    await page.getByRole('button', { name: 'Not received' }).click();
    const asked = dialog('Was this payment not received?');
    await expect.element(asked.getByText('AANI 7')).toBeVisible();
    await hasNoFaults();
    await asked.getByRole('button', { name: 'Not received' }).click();
    const { source_id, tender, reference, amount_fils } = PAYMENT;
    await expect
      .poll(() => bodies<MatchPayment>('/api/desk/payments/match'))
      .toEqual([{ source_id, tender, reference, amount_fils, outcome: 'not_received' }]);
  });

  it('do not let a Manager decide about an own payment', async () => {
    const one = order({ owed_fils: 0, unmatched_fils: 14_500, payments: [{ ...PAYMENT, is_own: true }] });
    lists({ to_match: [one] });
    await open(`/desk/payments/to_match/${one.order_id}`);
    await expect
      .element(page.getByText('You took this payment. Another Manager or Admin decides about it.'))
      .toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Received', exact: true }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('collect with a new reference if the first one is taken', async () => {
    const one = order();
    lists({ owed: [one] });
    const references = () => bodies<CollectOwed>('/api/order-payments').map(({ reference }) => reference);
    server.answers.set('POST /api/order-payments', () =>
      problem(new Set(references()).size === 1 ? 'reference_taken' : 'unavailable'),
    );
    await open(`/desk/payments/owed/${one.order_id}`);
    await page.getByRole('button', { name: 'Collect', exact: true }).click();
    await dialog('Collect what is owed').getByRole('button', { name: 'Record payment' }).click();
    await expect.poll(() => new Set(references()).size).toBe(2);
  });

  it('collect at the desk, and pay back what the shop owes', async () => {
    const one = order({ refund_fils: 300 });
    lists({ owed: [one] });
    await open(`/desk/payments/owed/${one.order_id}`);
    await page.getByRole('button', { name: 'Pay back' }).click();
    await expect.element(dialog('Pay back')).toBeVisible();
    await dialog('Pay back').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Collect', exact: true }).click();
    await expect
      .element(dialog('Collect what is owed').getByLabelText('Customer Name'))
      .toHaveValue('Layla Haddad');
  });
});
