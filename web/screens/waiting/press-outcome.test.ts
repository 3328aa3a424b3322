import { expect, test } from 'vitest';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { outcomeOf, pressOn } from './press-outcome.ts';

const problem = serverProblem('unexpected').problem;

function entry(device_seq: number, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  const made = {
    command_id: `${device_seq}`,
    device_seq,
    user_id: 'layla',
    endpoint: 'confirm_delivery',
    input: { order_id: `order ${device_seq}` },
    state: 'queued',
    last_error: null,
  };
  return { ...made, ...changes } as unknown as OutboxEntry;
}

const failed = (at: number, returned: typeof problem | null = null) => ({
  last_error: { at, problem: returned, stage: null },
});

/** Returns the outcome of a press on the newest entry, given all entries at the press and now. */
function newestPressed(then: OutboxEntry[], now: OutboxEntry[]) {
  return outcomeOf(pressOn(then), now, now.slice(-1));
}

test('an entry is sending until it fails, whatever had failed before the press', () => {
  const before = [entry(1, failed(10)), entry(2, failed(5))];
  expect(newestPressed(before, before)).toBe('sending');
  expect(newestPressed([entry(1)], [entry(1, { state: 'sending' })])).toBe('sending');
});

test('no response means no connection; an error means that the server could not accept it', () => {
  expect(newestPressed([entry(1, failed(10))], [entry(1, failed(20))])).toBe('no_connection');
  expect(newestPressed([entry(1)], [entry(1, failed(20, problem))])).toBe('not_taken');
  expect(newestPressed([entry(1)], [entry(1, { ...failed(20), state: 'unknown' })])).toBe('no_connection');
});

test('a clock that was set back makes no difference', () => {
  expect(newestPressed([entry(1, failed(10))], [entry(1, failed(9))])).toBe('no_connection');
});

test('an earlier entry without a response makes the outcome no connection', () => {
  const then = [entry(1, failed(10)), entry(2), entry(3)];
  expect(newestPressed(then, [entry(1, failed(20)), entry(2), entry(3)])).toBe('no_connection');
  const unknown = entry(3, { state: 'unknown' });
  expect(newestPressed([...then.slice(0, 2), unknown], [entry(1, failed(20)), entry(2), unknown])).toBe(
    'no_connection',
  );
});

test('an earlier entry that failed with an error lets it pass; one that requires signing in does not', () => {
  const then = [entry(1), entry(2)];
  expect(newestPressed(then, [entry(1, failed(20, problem)), entry(2)])).toBe('sending');
  const signed_out = entry(1, { ...failed(20, problem), state: 'sign_in' });
  expect(newestPressed(then, [signed_out, entry(2)])).toBe('behind_another');
});

test('an earlier entry about the same order that failed with an error lets nothing pass', () => {
  const then = [entry(1), entry(2, { input: entry(1).input })];
  expect(newestPressed(then, [entry(1, failed(20, problem)), then[1] as OutboxEntry])).toBe('behind_another');
});

test('a later entry does not affect the outcome', () => {
  const then = [entry(1), entry(2)];
  const now = [entry(1), entry(2, failed(20))];
  expect(outcomeOf(pressOn(then), now, now.slice(0, 1))).toBe('sending');
});

test('several entries are sending as long as one of them is', () => {
  const then = [entry(1), entry(2)];
  const outcome = (...now: OutboxEntry[]) => outcomeOf(pressOn(then), now, now);
  expect(outcome(entry(1, failed(20, problem)), entry(2))).toBe('sending');
  expect(outcome(entry(1, failed(20, problem)), entry(2, failed(21)))).toBe('not_taken');
  expect(outcome(entry(1, failed(20)), entry(2))).toBe('no_connection');
  expect(outcome()).toBeNull();
});
