import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { isDeliverable } from '../../../contract/rules/orders/order-life.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { type StopChange, withStopChanges } from './stop-changes.ts';

const START_MS = Date.parse('2026-11-20T10:00:00Z');
const MINUTE_MS = 60_000;
const user_id = 'driver';

const timeOf = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString();

/** The entry of a command that the driver made in this minute. */
function made(minute: number, endpoint: StopChange['endpoint'], input: object, subject: string) {
  const clock = { occurred_at: timeOf(minute), clock_offset_ms: 0 };
  const command = { command_id: newId(), user_id, shop_id: 1, endpoint, subject, files: [], ...clock };
  const entry = outboxEntry({ ...command, input: { ...input, ...clock } } as never);
  return { ...entry, device_seq: minute } as unknown as StopChange;
}

type Attempt = OutboxEntry<'record_attempt'>;

function attempted(order: OrderWithItems, minute: number, changes: Partial<Attempt> = {}): Attempt {
  const attempt_id = newId();
  const none = { note: null, photo: null, next: null, position: null };
  const input = { attempt_id, order_id: order.id, reason: 'nobody_home', ...none };
  return { ...made(minute, 'record_attempt', input, attempt_id), ...changes } as Attempt;
}

function undone({ input: { attempt_id } }: Attempt, minute: number) {
  return made(minute, 'undo_attempt', { undo_id: newId(), attempt_id }, attempt_id);
}

function setOut(order: OrderWithItems, minute: number, after_attempt = true) {
  const set_out_id = newId();
  return made(minute, 'set_out', { set_out_id, order_ids: [order.id], after_attempt }, set_out_id);
}

const recorded = <E extends StopChange>(entry: E, answer: object): E =>
  ({ ...entry, state: 'done', answer }) as E;
const refused = <E extends StopChange>(entry: E): E => ({ ...entry, state: 'refused' });
const RECORDED = { outcome: 'recorded', conflict: null };

const out = deliveryOrder({ status: 'dispatching', updated_at: timeOf(-60) });
const ready = deliveryOrder({
  status: 'dispatched',
  dispatching_started_at: null,
  updated_at: timeOf(-60),
});
/** The response once the server has recorded the attempt. */
const withOpen = (
  order: OrderWithItems,
  { input, occurred_at }: Attempt,
  minute: number,
): OrderWithItems => ({
  ...order,
  status: 'dispatched',
  dispatching_started_at: null,
  updated_at: timeOf(minute),
  attempt: { id: input.attempt_id, reason: input.reason, reason_label: null, occurred_at, next: input.next },
});

describe('attempts', () => {
  test('a pending or recorded attempt puts the order back to dispatched, with the reason and its time', () => {
    const entry = attempted(out, 1, {
      about_order: { order_number: '1001', taken_fils: 0, reason_label: 'Gate closed' },
    });
    for (const one of [entry, recorded(entry, RECORDED)]) {
      expect(withStopChanges(out, [one])).toEqual({
        ...out,
        status: 'dispatched',
        dispatching_started_at: null,
        attempt: {
          id: entry.input.attempt_id,
          reason: 'nobody_home',
          reason_label: 'Gate closed',
          next: null,
          occurred_at: timeOf(1),
        },
      });
    }
  });

  test('an attempt that was refused, had a conflict, or concerns another order changes nothing', () => {
    const entry = attempted(out, 1);
    const conflict = { outcome: 'recorded_with_conflict', conflict: 'reassigned' };
    for (const one of [refused(entry), recorded(entry, conflict), attempted(deliveryOrder(), 1)])
      expect(withStopChanges(out, [one])).toBe(out);
  });

  test('an attempt has the time by the server’s clock', () => {
    const ahead = attempted(out, 1, { clock_offset_ms: -MINUTE_MS });
    expect(withStopChanges(out, [ahead]).attempt?.occurred_at).toBe(timeOf(0));
  });

  test('an attempt in the response does not change an order that the desk has sent again', () => {
    const again = { ...out, updated_at: timeOf(5) };
    expect(withStopChanges(again, [recorded(attempted(out, 1), RECORDED)])).toBe(again);
  });
});

describe('undos', () => {
  test('an undo restores an order on which the attempt is pending, or that the response shows with it', () => {
    const entry = attempted(out, 1);
    expect(withStopChanges(out, [entry, undone(entry, 2)])).toEqual(out);
    const shown = withOpen(out, entry, 1);
    const restored = withStopChanges(shown, [recorded(entry, RECORDED), undone(entry, 2)]);
    expect(restored).toMatchObject({ status: 'dispatching', attempt: null });
  });

  test('an undo restores the status and start time that the order had before the attempt', () => {
    const delivering = { ...out, status: 'delivering', dispatching_started_at: timeOf(-30) } as const;
    const { status, dispatching_started_at } = delivering;
    const before = { status, dispatching_started_at };
    const about_order = { order_number: '1001', taken_fils: 0, before };
    const entry = attempted(delivering, 1, { about_order });
    expect(withStopChanges(delivering, [entry, undone(entry, 2)])).toEqual(delivering);
    const shown = withOpen(delivering, entry, 1);
    const restored = withStopChanges(shown, [recorded(entry, RECORDED), undone(entry, 2)]);
    expect(restored).toMatchObject({ ...before, attempt: null });
  });

  test('an undo that was refused or had a conflict leaves the attempt', () => {
    const entry = attempted(out, 1);
    const undo = undone(entry, 2);
    const conflict = recorded(undo, { outcome: 'recorded_with_conflict' });
    for (const one of [refused(undo), conflict])
      expect(withStopChanges(out, [entry, one])).toMatchObject({ status: 'dispatched' });
  });

  test('a recorded undo restores an order whose attempt reached the server after the undo was pressed', () => {
    const entry = attempted(out, 1);
    const shown = withOpen(out, entry, 3);
    const entries = [recorded(entry, RECORDED), recorded(undone(entry, 2), { outcome: 'undone' })];
    expect(withStopChanges(shown, entries)).toMatchObject({ status: 'dispatching', attempt: null });
  });

  test('an undo of an earlier attempt leaves the later one', () => {
    const [first, second] = [attempted(out, 1), attempted(out, 3)];
    const changed = withStopChanges(out, [first, undone(first, 2), second]);
    expect(changed.attempt?.id).toBe(second.input.attempt_id);
  });
});

describe('setting out', () => {
  test('"customer came after all" applies to an attempt that reached the server after its press, not to a later one', () => {
    const [first, later] = [attempted(out, 1), attempted(out, 4)];
    const set_out = recorded(setOut(out, 2), { set_out: [out.id], skipped: [] });
    const entries = [recorded(first, RECORDED), set_out, recorded(later, RECORDED)];
    const again = withStopChanges(withOpen(out, first, 3), entries.slice(0, 2));
    expect(again).toMatchObject({ status: 'dispatching', attempt: null });
    const shown = withOpen(out, later, 5);
    expect(withStopChanges(shown, entries)).toBe(shown);
  });

  test('puts a dispatched order on the road from the time of the press', () => {
    const changed = withStopChanges(ready, [setOut(ready, 1, false)]);
    expect(changed).toMatchObject({ status: 'dispatching', dispatching_started_at: timeOf(1) });
  });

  test('skips an open attempt unless the customer came after all', () => {
    const entry = attempted(out, 1);
    expect(withStopChanges(out, [entry, setOut(out, 2, false)])).toMatchObject({ status: 'dispatched' });
    expect(withStopChanges(out, [entry, setOut(out, 2)])).toMatchObject({
      status: 'dispatching',
      attempt: null,
    });
  });

  test('leaves an order that is in the shop or on the road already', () => {
    for (const order of [deliveryOrder({ status: 'packed' }), out])
      expect(withStopChanges(order, [setOut(order, 1)])).toBe(order);
  });

  test('changes nothing for a waiting order, one that the server skipped, or a refused command', () => {
    const waits = { ...ready, waits_because: 'payment_unknown' } as OrderWithItems;
    expect(withStopChanges(waits, [setOut(waits, 1)])).toBe(waits);
    const command = setOut(ready, 1);
    for (const one of [refused(command), recorded(command, { set_out: [], skipped: [] })])
      expect(withStopChanges(ready, [one])).toBe(ready);
  });
});

type Step = 'attempt' | 'undo' | 'set_out' | 'came_after_all';
/** A command, and the order on the server once it has recorded the command. */
type Recorded = { entry: StopChange; after: OrderWithItems };

/**
 * Executes the steps that a driver can press on a server, which records each command a minute after the
 * press. Undo may follow other steps: it is offered for some seconds.
 */
function execute(start: OrderWithItems, steps: readonly Step[]): Recorded[] {
  const all: Recorded[] = [];
  const attempts: { entry: Attempt; from: OrderWithItems }[] = [];
  let now = start;
  for (const [at, step] of steps.entries()) {
    const pressed = 2 * at;
    const updated_at = timeOf(pressed + 1);
    const record = (entry: StopChange, answer: object) =>
      all.push({ entry: recorded(entry, answer), after: now });
    if (step === 'attempt' && isDeliverable(now.status)) {
      const entry = attempted(now, pressed);
      attempts.push({ entry, from: now });
      now = withOpen(now, entry, pressed + 1);
      record(entry, RECORDED);
    } else if (step === 'undo') {
      const last = attempts.pop();
      if (!last) continue;
      const restores = now.attempt?.id === last.entry.input.attempt_id;
      const { status, dispatching_started_at } = last.from;
      if (restores) now = { ...now, status, dispatching_started_at, attempt: null, updated_at };
      record(undone(last.entry, pressed), { outcome: restores ? 'undone' : 'recorded_with_conflict' });
    } else if (now.status === 'dispatched' && (step === 'came_after_all' || !now.attempt)) {
      const entry = setOut(now, pressed, step === 'came_after_all');
      now = {
        ...now,
        status: 'dispatching',
        dispatching_started_at: timeOf(pressed),
        attempt: null,
        updated_at,
      };
      record(entry, { set_out: [now.id], skipped: [] });
    }
  }
  return all;
}

function pending({ entry }: Recorded): StopChange {
  return { ...entry, state: 'queued', answer: null };
}

/** The facts by which the screens decide. */
const seen = ({ status, attempt }: OrderWithItems) => [isDeliverable(status), attempt?.id ?? null];

const histories = fc.record({
  start: fc.constantFrom(out, ready),
  steps: fc.array(fc.constantFrom<Step>('attempt', 'undo', 'set_out', 'came_after_all'), { maxLength: 8 }),
  sent: fc.nat(8),
  read: fc.nat(8),
});

test('any number of recorded commands and any older response lead to the same order', () => {
  fc.assert(
    fc.property(histories, ({ start, steps, sent, read }) => {
      const all = execute(start, steps);
      const done = Math.min(sent, all.length);
      // The response may also contain the command that is being sent.
      const response = all[Math.min(read, done + 1) - 1]?.after ?? start;
      const entries = all.map((one, at) => (at < done ? one.entry : pending(one)));
      const end = all.at(-1)?.after ?? start;
      expect(seen(withStopChanges(response, entries))).toEqual(seen(end));
    }),
    { numRuns: 2_000 },
  );
});

test('changes applied twice lead to the same order as applied once', () => {
  fc.assert(
    fc.property(histories, ({ start, steps, sent }) => {
      const all = execute(start, steps);
      const entries = all.map((one, at) => (at < sent ? one.entry : pending(one)));
      const once = withStopChanges(start, entries);
      expect(seen(withStopChanges(once, entries))).toEqual(seen(once));
    }),
    { numRuns: 2_000 },
  );
});
