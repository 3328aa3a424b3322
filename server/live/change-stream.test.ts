import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEARTBEAT_MS } from '../../contract/rules/changes-stream.ts';
import type { Hint } from '../changes/read-feed.ts';
import { type ChangeStream, changeStream, type Frame } from './change-stream.ts';
import { cursorText, readCursor } from './cursor-text.ts';
import { nextWriteAt } from './write-pace.ts';

const MANAGER = { user_id: 'manager', session_id: 'session', shop_id: 1, role: 'Manager' };
const EPOCH = '00000000-0000-4000-8000-000000000000';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const seen = (number: number) => ({ id: id(number) });

let now = 0;
let stream: ChangeStream;
let received: { at: number; frame: Frame | null }[];

beforeEach(() => {
  vi.useFakeTimers();
  now = 1_000_000;
  vi.setSystemTime(now);
  received = [];
  stream = changeStream(MANAGER, { now: () => Date.now(), position: () => 'here', ends_at: null });
  stream.catchUp(false, [], { epoch: EPOCH, xid: '10', seen: [] });
});
afterEach(() => vi.useRealTimers());

const hint = (subject: number, xid = 10): Hint => ({
  id: id(subject),
  xid: String(xid),
  shop_id: 1,
  topic: 'orders',
  subject_id: String(subject),
  audience: 'desk',
  user_ids: [],
  command_id: null,
});

/** Reads each event as soon as it is available. */
async function takeAll(): Promise<void> {
  for (;;) {
    const frame = await stream.next();
    received.push({ at: Date.now() - now, frame });
    if (!frame) return;
  }
}

const subjects = () =>
  received.flatMap(({ frame }) =>
    frame?.event === 'hints'
      ? (frame.data as { subject_id: string }[]).map(({ subject_id }) => subject_id)
      : [],
  );

describe('the pace of a stream', () => {
  it('has no delay for a reader with few events', () => {
    expect(nextWriteAt([], 5_000)).toBe(5_000);
    expect(nextWriteAt([4_900], 5_000)).toBe(5_000);
    expect(nextWriteAt([2_000, 3_000, 4_000, 4_990], 5_000)).toBe(5_000);
  });

  it.each([1, 7, 40, 90, 249, 251, 400])(
    'writes at most four times in any second with a change every %i ms',
    async (every) => {
      void takeAll();
      for (let at = 0; at < 6_000; at += every) {
        stream.tell([hint(at)]);
        await vi.advanceTimersByTimeAsync(every);
      }
      await vi.advanceTimersByTimeAsync(1_000);
      const written = received.filter(({ frame }) => frame?.event === 'hints').map(({ at }) => at);
      const later = written.filter((at) => at > 1_000);
      for (const at of written)
        expect(written.filter((one) => one >= at && one < at + 1_000).length).toBeLessThan(5);
      // The delay is at most a quarter of a second, or until the last four writes are a second old.
      expect(Math.max(...later.slice(1).map((at, index) => at - (later[index] ?? 0)))).toBeLessThanOrEqual(
        Math.max(500, 2 * every),
      );
    },
  );
});

describe('a stream', () => {
  it('merges hints while its reader is slow, and reduces too many of them to their topics', async () => {
    stream.isLevel();
    for (let at = 0; at < 10_000; at += 1) stream.tell([hint(at)]);
    const frame = await stream.next();
    expect(frame?.event).toBe('hints');
    expect(Object.keys(frame?.data ?? {}).length).toBeLessThanOrEqual(60);
    expect(frame?.data).toContainEqual({ topic: 'orders', subject_id: null, command_id: null });
  });

  it("skips hints that its reader's cursor covers, until the server's own reading has caught up", async () => {
    stream.catchUp(false, [hint(1, 12)], { epoch: EPOCH, xid: '12', seen: [seen(1)] });
    stream.tell([hint(0, 11), hint(1, 12), hint(2, 12)]);
    void takeAll();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(subjects()).toEqual(['1', '2']);
    expect(stream.known()?.seen.map((one) => one.id)).toEqual([id(1), id(2)]);
    stream.isLevel();
    expect(stream.known()).toBeNull();
  });

  it('sends a heartbeat when nothing is new, and is dropped when its reader reads nothing', async () => {
    void takeAll();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(stream.look(new Date())).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(received.map(({ frame }) => frame?.event)).toEqual(['beat', 'beat']);
    const stuck = changeStream(MANAGER, { now: () => Date.now(), position: () => null, ends_at: null });
    stuck.tell([hint(1)]);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(stuck.look(new Date())).toBe(true);
  });

  it('sends all pending hints before its end, and nothing after', async () => {
    stream.tell([hint(1)]);
    stream.finish('draining');
    stream.tell([hint(2)]);
    await takeAll();
    expect(received.map(({ frame }) => frame?.event)).toEqual(['hints', 'end', undefined]);
    expect(subjects()).toEqual(['1']);
  });
});

describe('the text of a cursor', () => {
  it('is read as it was written, without seen hints when there are too many', () => {
    const cursor = { epoch: EPOCH, xid: '42', seen: [seen(1), seen(2)] };
    expect(readCursor(cursorText(cursor))).toEqual(cursor);
    const many = { ...cursor, seen: Array.from({ length: 100 }, (_, at) => seen(at)) };
    expect(readCursor(cursorText(many))).toEqual({ ...cursor, seen: [] });
  });

  it.each(['', '1', `${EPOCH}.`, `${EPOCH}.-1`, `${EPOCH}.9999999999999999999`, `${'-'.repeat(36)}.1`])(
    'is rejected in the form %j',
    (text) => expect(readCursor(text)).toBeNull(),
  );
});
