import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import { type OutboxEntry, ordersOf } from '../outbox-entry.ts';
import { isHeldBack, NOT_FORCED, nextToSend } from './next-to-send.ts';

const NOW = 1_000_000;
const problem = serverProblem('unexpected').problem;

/** Two orders, so that some entries are about the same one; an endpoint of a newer build is never sent. */
const about = fc.record({
  endpoint: fc.constantFrom('confirm_delivery', 'confirm_delivery', 'command_of_a_later_build'),
  input: fc.constantFrom({ order_id: 'first' }, { order_id: 'second' }, { order_ids: ['first', 'second'] }),
});
const anEntry = fc
  .tuple(
    about,
    fc.record({
      device_seq: fc.integer({ min: 1, max: 50 }),
      user_id: fc.constantFrom('layla', 'omar'),
      state: fc.constantFrom('queued', 'sending', 'unknown', 'sign_in', 'done', 'refused'),
      fulfilment: fc.constantFrom('pending', null),
      next_attempt_at: fc.integer({ min: NOW - 5, max: NOW + 5 }),
      last_error: fc.option(
        fc.record({ at: fc.integer({ min: NOW - 9, max: NOW }), problem: fc.constantFrom(null, problem) }),
      ),
    }),
  )
  .map((parts) => Object.assign({}, ...parts)) as fc.Arbitrary<OutboxEntry>;
const someEntries = fc.uniqueArray(anEntry, { selector: ({ device_seq }) => device_seq });

function isSentHere({ endpoint }: OutboxEntry): boolean {
  return endpoint === 'confirm_delivery';
}

/** Returns true if the two entries are undecided and about the same order. */
function areInOrder(one: OutboxEntry, other: OutboxEntry): boolean {
  const undecided = one.state !== 'done' && other.state !== 'done';
  return undecided && ordersOf(one).some((order_id) => ordersOf(other).includes(order_id));
}

function isPending({ state, fulfilment }: OutboxEntry): boolean {
  return state !== 'refused' && (state !== 'done' || fulfilment === 'pending');
}

test('selects only pending entries of the user; passes no older one without a response or about its order', () => {
  fc.assert(
    fc.property(someEntries, fc.integer({ min: NOW - 9, max: NOW }), (entries, forced_at) => {
      const next = nextToSend(entries, 'layla', NOW, { at: forced_at, answered: true });
      const own = entries.filter((entry) => entry.user_id === 'layla' && isPending(entry));
      if (next === null) {
        const blocked = (entry: OutboxEntry) =>
          own.some((older) => older.device_seq < entry.device_seq && areInOrder(older, entry));
        expect(own.filter((entry) => isSentHere(entry) && !blocked(entry))).toEqual([]);
        return;
      }
      if ('at' in next) {
        expect(next.at).toBeGreaterThan(NOW);
        return;
      }
      expect(own.filter(isSentHere)).toContain(next.entry);
      const older = own.filter((entry) => entry.device_seq < next.entry.device_seq);
      for (const entry of older) {
        expect(areInOrder(entry, next.entry)).toBe(false);
        if (
          !isSentHere(entry) ||
          older.some((one) => one.device_seq < entry.device_seq && areInOrder(one, entry))
        )
          continue;
        expect(entry.next_attempt_at).toBeGreaterThan(NOW);
        expect(['queued', 'unknown']).toContain(entry.state);
        expect(entry.last_error?.problem).toBe(problem);
      }
    }),
  );
});

test('a pending entry is sent at its time, or when forced', () => {
  fc.assert(
    fc.property(someEntries, (entries) => {
      const next = nextToSend(entries, 'layla', NOW, NOT_FORCED);
      if (!next || 'entry' in next) return;
      expect(nextToSend(entries, 'layla', next.at, NOT_FORCED)).toHaveProperty('entry');
      if (entries.every((entry) => entry.last_error && isSentHere(entry)))
        expect(nextToSend(entries, 'layla', NOW, { at: NOW, answered: true })).toHaveProperty('entry');
    }),
  );
});

test('an unknown entry that the server responded to does not block later ones', () => {
  const unknown = { ...entryAt(1), next_attempt_at: NOW + 5, state: 'unknown' };
  const behind = { ...entryAt(2), state: 'queued', next_attempt_at: 0, last_error: null };
  const answered = { ...unknown, last_error: { at: NOW - 1, problem } };
  const unanswered = { ...unknown, last_error: { at: NOW - 1, problem: null } };
  const next = (...entries: object[]) => nextToSend(entries as OutboxEntry[], 'layla', NOW, NOT_FORCED);
  expect(next(answered, behind)).toEqual({ entry: behind });
  expect(next(unanswered, behind)).toEqual({ at: NOW + 5 });
});

test('an entry that the server rejected keeps its pause when only unanswered entries are retried', () => {
  const waiting = { ...entryAt(1), next_attempt_at: NOW + 5 };
  const answered = { ...waiting, last_error: { at: NOW - 1, problem } } as OutboxEntry;
  const unanswered = { ...waiting, last_error: { at: NOW - 1, problem: null } } as OutboxEntry;
  const forced = { at: NOW, answered: false };
  expect(nextToSend([answered], 'layla', NOW, forced)).toEqual({ at: NOW + 5 });
  expect(nextToSend([unanswered], 'layla', NOW, forced)).toEqual({ entry: unanswered });
});

test('an entry is held back by an older one of its user without a response, unless it is being sent itself', () => {
  const first = { ...entryAt(1), state: 'unknown', last_error: null };
  const second = { ...entryAt(2), last_error: null };
  const heldBack = (older: object, newer: object = second) =>
    isHeldBack([older, newer] as OutboxEntry[], newer as OutboxEntry);
  expect(heldBack(first)).toBe(true);
  expect(heldBack({ ...first, state: 'sending' })).toBe(true);
  expect(heldBack({ ...first, last_error: { at: NOW, problem: null } })).toBe(true);
  expect(heldBack(first, { ...second, state: 'sending' })).toBe(false);
  expect(heldBack(first, { ...second, state: 'done' })).toBe(false);
  expect(heldBack({ ...first, last_error: { at: NOW, problem } })).toBe(false);
  expect(heldBack({ ...first, state: 'held' })).toBe(false);
  expect(heldBack({ ...first, state: 'done', fulfilment: 'pending' })).toBe(false);
  expect(heldBack({ ...first, state: 'refused' })).toBe(false);
  expect(heldBack({ ...first, user_id: 'omar' })).toBe(false);
  expect(heldBack({ ...first, device_seq: 3 })).toBe(false);
});

test('an older undecided entry about the same order holds an entry back, even if the server rejected it', () => {
  const rejected = { ...entryAt(1), next_attempt_at: NOW + 5, last_error: { at: NOW - 1, problem } };
  const newer = { ...rejected, endpoint: 'record_attempt', input: { order_id: 'order 2' } };
  const unknown = { ...newer, endpoint: 'command_of_a_later_build' };
  const entry = entryAt(2);
  const both = (older: object) => {
    const entries = [older, entry] as OutboxEntry[];
    return [isHeldBack(entries, entry), nextToSend(entries, 'layla', NOW, NOT_FORCED)];
  };
  expect(both(rejected)).toEqual([false, { entry }]);
  expect(both({ ...rejected, input: { order_id: 'order 2' } })).toEqual([true, { at: NOW + 5 }]);
  expect(both({ ...rejected, input: { order_ids: ['order 1', 'order 2'] } })).toEqual([
    true,
    { at: NOW + 5 },
  ]);
  expect(both(unknown)).toEqual([true, null]);
  expect(both({ ...unknown, user_id: 'omar' })).toEqual([false, { entry }]);
  expect(both({ ...unknown, state: 'refused' })).toEqual([false, { entry }]);
  expect(both({ ...unknown, state: 'held' })).toEqual([false, { entry }]);
});

test('commands about an order pass its check of the load once the server failed the check', () => {
  const input = { stops: [{ order_id: 'order 2' }] };
  const check = { ...entryAt(1), endpoint: 'check_loading', input, next_attempt_at: NOW + 5 };
  const failed = { ...check, last_error: { at: NOW - 1, problem } };
  const unanswered = { ...check, last_error: { at: NOW - 1, problem: null } };
  const entry = entryAt(2);
  const both = (older: object) => {
    const entries = [older, entry] as OutboxEntry[];
    return [isHeldBack(entries, entry), nextToSend(entries, 'layla', NOW, NOT_FORCED)];
  };
  expect(both(failed)).toEqual([false, { entry }]);
  expect(both(unanswered)).toEqual([true, { at: NOW + 5 }]);
  expect(both({ ...check, next_attempt_at: 0 })).toEqual([
    true,
    { entry: expect.objectContaining({ input }) },
  ]);
});

test('a command is about the orders or stops of its input, else about the order shown with it', () => {
  const of = (endpoint: string, input: object, about_order?: object) =>
    ordersOf({ endpoint, input, about_order } as unknown as OutboxEntry);
  expect(of('confirm_delivery', { order_id: 'one' }, { order_number: '1001' })).toEqual(['one']);
  expect(of('set_out', { order_ids: ['one', 'two'] })).toEqual(['one', 'two']);
  expect(of('undo_attempt', { attempt_id: 'attempt' }, { order_id: 'one' })).toEqual(['one']);
  expect(of('undo_attempt', { attempt_id: 'attempt' }, { order_number: '1001' })).toEqual([]);
  // Setting out must not overtake the report of the load.
  expect(of('check_loading', { stops: [{ order_id: 'one' }, { order_id: 'two' }] })).toEqual(['one', 'two']);
  expect(of('collect_cash', { amount_fils: 1 })).toEqual([]);
  // An arrangement changes no order, and must not wait for a delivery.
  expect(of('arrange_stops', { order_ids: ['one', 'two'] })).toEqual([]);
});

test('without a signed-in user nothing is sent', () => {
  fc.assert(
    fc.property(someEntries, (entries) => {
      expect(nextToSend(entries, null, NOW, { at: NOW, answered: true })).toBeNull();
    }),
  );
});

test('a clock that was set back does not lengthen a pause', () => {
  const HOUR_MS = 3_600_000;
  const failed = { at: NOW + HOUR_MS, problem: null, stage: null };
  const entry = { ...entryAt(1), last_error: failed, next_attempt_at: NOW + HOUR_MS + 1_000 };
  expect(nextToSend([entry], 'layla', NOW, NOT_FORCED)).toEqual({ entry });
  expect(nextToSend([{ ...entry, last_error: { ...failed, at: NOW } }], 'layla', NOW, NOT_FORCED)).toEqual({
    at: entry.next_attempt_at,
  });
});

function entryAt(device_seq: number): OutboxEntry {
  const about = { endpoint: 'confirm_delivery', input: { order_id: `order ${device_seq}` } };
  const entry = {
    ...about,
    device_seq,
    user_id: 'layla',
    state: 'queued',
    fulfilment: null,
    next_attempt_at: 0,
  };
  return entry as OutboxEntry;
}
