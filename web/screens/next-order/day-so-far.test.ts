import { describe, expect, it } from 'vitest';
import type { Statistics } from '../../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { daySoFar } from './day-so-far.ts';

type Delivery = OutboxEntry<'confirm_delivery'>;

/** The time at which the server returned its figures; sample deliveries are from 10:00 that day. */
const AS_OF = new Date('2026-11-20T10:30:00.000Z');
const STATISTICS: Statistics = {
  cash_on_hand_fils: 50_000,
  waiting_fils: 2_000,
  cash_collected_fils: 52_000,
  deliveries_today: 4,
  pending_deliveries: 8,
  ceiling_fils: null,
};

const unsent = (changes: Partial<Delivery> = {}) =>
  outboxEntry(deliveryCommand({ user_id: 'driver' }), { state: 'queued', ...changes });

function done(
  minutes_after: number,
  cash: { success: boolean } | null = { success: true },
  changes = {},
): Delivery {
  const entry = unsent();
  const answered = { error: null, new_total_fils: null, amount_fils: 14_500 };
  return {
    ...entry,
    state: 'done',
    decided_at: AS_OF.getTime() + minutes_after * 60_000,
    answer: deliveryReply(entry.subject, { cash: cash && { ...answered, ...cash }, ...changes }),
  };
}

function day(deliveries: Delivery[], given: Partial<Parameters<typeof daySoFar>[0]> = {}) {
  const read = { statistics: STATISTICS, as_of: AS_OF };
  const now = new Date('2026-11-20T11:00:00.000Z');
  return daySoFar({ read, deliveries, payments: [], left: 5, now, time_zone: 'Asia/Dubai', ...given });
}

describe('the cash with a driver', () => {
  it('is the sum of what is posted and what is pending', () => {
    expect(day([]).cash).toEqual({ total_fils: 52_000, waiting_to_post_fils: 2_000, unsent_fils: 0 });
  });

  it.each(['queued', 'sending', 'unknown', 'sign_in'] as const)('includes a delivery that is %s', (state) => {
    expect(day([unsent({ state })]).cash).toMatchObject({ total_fils: 66_500, unsent_fils: 14_500 });
  });

  it('includes neither refused deliveries nor card payments', () => {
    const by_card = unsent();
    by_card.input = { ...by_card.input, tender: 'card_machine' };
    expect(day([unsent({ state: 'refused' }), by_card]).cash).toMatchObject({
      total_fils: 52_000,
      unsent_fils: 0,
    });
  });

  it('counts a recorded delivery once: in the server’s figures, or added if recorded after them', () => {
    expect(day([done(-1)]).cash.total_fils).toBe(52_000);
    expect(day([done(1)]).cash).toEqual({
      total_fils: 66_500,
      waiting_to_post_fils: 2_000,
      unsent_fils: 0,
    });
    expect(day([done(1, { success: false })]).cash).toEqual({
      total_fils: 66_500,
      waiting_to_post_fils: 16_500,
      unsent_fils: 0,
    });
    expect(day([done(1, null)]).cash.total_fils).toBe(52_000);
  });

  it('includes later payments in cash that are unsent, or recorded after the server’s figures', () => {
    const taken = { cash_fils: 700, card_fils: 200, link: null, transfer: null };
    const payment = (changes: Partial<OutboxEntry<'collect_owed'>> = {}) =>
      ({
        ...unsent(),
        endpoint: 'collect_owed',
        input: { taken },
        ...changes,
      }) as OutboxEntry<'collect_owed'>;
    const decided = (minutes_after: number) =>
      payment({ state: 'done', decided_at: AS_OF.getTime() + minutes_after * 60_000 });
    const cash = (one: OutboxEntry<'collect_owed'>) => day([], { payments: [one] }).cash;
    expect(cash(payment())).toMatchObject({ total_fils: 52_700, unsent_fils: 700 });
    expect(cash(decided(1))).toMatchObject({ total_fils: 52_700, unsent_fils: 0 });
    expect(cash(decided(-1))).toMatchObject({ total_fils: 52_000, unsent_fils: 0 });
    expect(cash(payment({ state: 'refused' }))).toMatchObject({ total_fils: 52_000, unsent_fils: 0 });
    expect(day([], { payments: [decided(1)] })).toMatchObject({ delivered: 4, of: 9 });
  });

  it('is null while the posted balance is unknown', () => {
    expect(day([unsent()], { read: undefined }).cash).toEqual({
      total_fils: null,
      waiting_to_post_fils: 0,
      unsent_fils: 14_500,
    });
    const unreadable = { statistics: { ...STATISTICS, cash_on_hand_fils: null }, as_of: AS_OF };
    expect(day([], { read: unreadable }).cash.total_fils).toBeNull();
  });
});

describe('the number of deliveries', () => {
  it('adds today’s deliveries on this device to the server’s, out of these and the remaining stops', () => {
    expect(day([])).toMatchObject({ delivered: 4, of: 9 });
    expect(day([unsent(), unsent(), done(1), done(-1)])).toMatchObject({ delivered: 7, of: 12 });
  });

  it('does not count a delivery recorded with a conflict', () => {
    const conflict = { outcome: 'recorded_with_conflict', conflict: 'cancelled' };
    expect(day([done(1, { success: true }, conflict)])).toMatchObject({
      delivered: 4,
      cash: { total_fils: 66_500 },
    });
  });

  it('restarts with the business day', () => {
    // It is past midnight in Dubai.
    const now = new Date('2026-11-20T20:10:00.000Z');
    const today = unsent({ occurred_at: '2026-11-20T20:05:00.000Z' });
    expect(day([unsent(), today], { now })).toMatchObject({
      delivered: 1,
      of: 6,
      cash: { unsent_fils: 29_000, total_fils: 81_000 },
    });
  });

  it('counts the deliveries on this device before the server has responded', () => {
    expect(day([done(0), unsent()], { read: undefined })).toMatchObject({ delivered: 2, of: 7 });
  });
});
