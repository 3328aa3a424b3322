import { expect, test } from 'vitest';
import { settle } from '../../../contract/rules/orders/tender.ts';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import { takenCommand } from '../../../tests/support/taken-command.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { unsentCash, unsentSettlement } from './unsent-cash.ts';

type Delivery = OutboxEntry<'confirm_delivery'>;

function delivery(input: Partial<Delivery['input']>, changes: Partial<Delivery> = {}): OutboxEntry {
  const command = deliveryCommand({ user_id: 'driver' });
  const paid = { payment_received: true, tender: 'cash' as const, due_amount_fils: 14_500 };
  return outboxEntry({ ...command, input: { ...command.input, ...paid, ...input } }, changes);
}

test('cash taken on delivery counts from the press until it is recorded or refused', () => {
  expect(unsentCash([])).toBe(0);
  for (const state of ['queued', 'sending', 'unknown', 'held', 'sign_in'] as const) {
    expect(unsentCash([delivery({}, { state })]), state).toBe(14_500);
  }
  for (const state of ['done', 'refused'] as const) {
    expect(unsentCash([delivery({}, { state })]), state).toBe(0);
  }
  expect(unsentCash([delivery({}), delivery({ due_amount_fils: 50 })])).toBe(14_550);
});

test('a payment by card, an earlier payment and no payment count as no cash', () => {
  expect(unsentCash([delivery({ tender: 'card_machine' })])).toBe(0);
  expect(unsentCash([delivery({ tender: null })])).toBe(0);
  expect(unsentCash([delivery({ payment_received: false })])).toBe(0);
});

test('cash taken earlier for the same order is not counted twice', () => {
  const about_order = { order_number: '1001', taken_fils: 14_000 };
  expect(unsentCash([delivery({}, { about_order })])).toBe(500);
  expect(unsentCash([delivery({ due_amount_fils: 13_000 }, { about_order })])).toBe(0);
});

test('the cash of a delivery as taken counts, not its other payments', () => {
  const link = { amount_fils: 2_000, reference: 'PL-1' };
  const taken = { cash_fils: 7_500, card_fils: 3_000, link };
  const entry = outboxEntry(takenCommand({ user_id: 'driver' }, { taken }));
  expect(unsentCash([entry as OutboxEntry, delivery({})])).toBe(7_500 + 14_500);
  expect(unsentSettlement(entry)).toMatchObject({ tender: 'cash_and_card', collected_fils: 10_500 });
});

test('equals the cash that the server will move, for every payment method and tender', () => {
  for (const payment_method of ['cash', 'card', 'online'] as const) {
    for (const tender of ['cash', 'card_machine'] as const) {
      const payment = { payment_method, payment_status: 'pending', due_amount_fils: 14_500 } as const;
      const { cash_fils } = settle(payment, { payment_received: true, tender });
      expect(unsentCash([delivery({ tender })])).toBe(cash_fils);
    }
  }
});

test('a signed command moves no cash before it is recorded', () => {
  const entry = delivery({});
  for (const endpoint of ['collect_cash', 'record_deposit', 'start_handover', 'end_handover'] as const) {
    expect(unsentCash([{ ...entry, endpoint } as OutboxEntry])).toBe(0);
  }
});
