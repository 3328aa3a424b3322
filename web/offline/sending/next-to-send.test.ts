import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localProblem } from '../../api/errors.ts';
import type { OutboxEntry } from '../outbox-entry.ts';
import { isHeldBack, NOT_FORCED, nextToSend } from './next-to-send.ts';

const NOW = 1_000_000;
const problem = localProblem('unexpected').problem;

const anEntry = fc.record({
  device_seq: fc.integer({ min: 1, max: 50 }),
  user_id: fc.constantFrom('layla', 'omar'),
  state: fc.constantFrom('queued', 'sending', 'unknown', 'sign_in', 'done', 'refused'),
  fulfilment: fc.constantFrom('pending', null),
  next_attempt_at: fc.integer({ min: NOW - 5, max: NOW + 5 }),
  last_error: fc.option(
    fc.record({ at: fc.integer({ min: NOW - 9, max: NOW }), problem: fc.constantFrom(null, problem) }),
  ),
}) as unknown as fc.Arbitrary<OutboxEntry>;
const someEntries = fc.uniqueArray(anEntry, { selector: ({ device_seq }) => device_seq });

function isPending({ state, fulfilment }: OutboxEntry): boolean {
  return state !== 'refused' && (state !== 'done' || fulfilment === 'pending');
}

test('selects only pending entries of the user, and never passes an older one without a response', () => {
  fc.assert(
    fc.property(someEntries, fc.integer({ min: NOW - 9, max: NOW }), (entries, forced_at) => {
      const next = nextToSend(entries, 'layla', NOW, { at: forced_at, answered: true });
      const own = entries.filter((entry) => entry.user_id === 'layla' && isPending(entry));
      if (next === null) {
        expect(own).toEqual([]);
        return;
      }
      if ('at' in next) {
        expect(next.at).toBeGreaterThan(NOW);
        return;
      }
      expect(own).toContain(next.entry);
      const older = own.filter((entry) => entry.device_seq < next.entry.device_seq);
      for (const entry of older) {
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
      if (entries.every((entry) => entry.last_error))
        expect(nextToSend(entries, 'layla', NOW, { at: NOW, answered: true })).toHaveProperty('entry');
    }),
  );
});

test('an unknown entry that the server responded to does not block later ones', () => {
  const waiting = { user_id: 'layla', fulfilment: null, next_attempt_at: NOW + 5 };
  const unknown = { ...waiting, device_seq: 1, state: 'unknown' };
  const behind = { ...waiting, device_seq: 2, state: 'queued', next_attempt_at: 0, last_error: null };
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
  const first = { device_seq: 1, user_id: 'layla', state: 'unknown', last_error: null };
  const second = { device_seq: 2, user_id: 'layla', state: 'queued', last_error: null };
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
  const entry = { device_seq, user_id: 'layla', state: 'queued', fulfilment: null, next_attempt_at: 0 };
  return entry as OutboxEntry;
}
