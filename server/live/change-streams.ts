import { setTimeout as pause } from 'node:timers/promises';
import type { StreamEnd } from '../../contract/rules/changes-stream.ts';
import { type Cursor, type FeedPart, type Hint, readFeed } from '../changes/read-feed.ts';
import { limitConcurrency } from '../platform/concurrency/limit-concurrency.ts';
import type { Services } from '../platform/http/services.ts';
import { runDetached } from '../platform/logging/spans.ts';
import { Problem } from '../platform/problem.ts';
import { type ChangeStream, changeStream, type Reader } from './change-stream.ts';
import { cursorText } from './cursor-text.ts';
import { changedReaders } from './live-readers.ts';

export type StreamLimits = {
  /** Streams of one session and of one user: a new one displaces the oldest. */
  per_session: number;
  per_user: number;
  /** Streams of this server: further ones are refused. */
  in_all: number;
  /** Maximum interval between reads of the feed, in ms: changes without a notification are found by then. */
  poll_ms: number;
  /** Maximum interval between checks of sessions and roles, in ms. */
  ask_ms: number;
};

export const STREAM_LIMITS: StreamLimits = {
  per_session: 3,
  per_user: 12,
  in_all: 4_000,
  poll_ms: 1_000,
  ask_ms: 30_000,
};

/** Time between two reads, in ms: what is committed meanwhile is read together. */
const GAP_MS = 20;
/** Time in ms for the last event of a stream to arrive. */
const LAST_WORDS_MS = 5_000;
/** A reader that missed more hints reads everything again: that is less work for both sides. */
const CATCH_UP_MAX = 500;
const READ_MAX = 20_000;
/** Limits on concurrent catch-up reads, since all clients reconnect at once after a server restart. */
const COMING_AT_ONCE = 3;
const COMING_MAX = 10_000;

export type ChangeStreams = ReturnType<typeof changeStreams>;

/**
 * The streams of this server, fed by one reader of the feed for all their shops. It reads when `wake` reports
 * a commit, and every second in any case; without streams it does not read.
 */
export function changeStreams(
  { owner, log, now }: Pick<Services, 'owner' | 'log' | 'now'>,
  limits: StreamLimits = STREAM_LIMITS,
) {
  const streams = new Set<ChangeStream>();
  /** Functions that abort the connection of a stream whose reader is stuck. */
  const cutting = new Map<ChangeStream, () => void>();
  const fewComing = limitConcurrency(COMING_AT_ONCE, COMING_MAX);
  let cursor: Cursor | null = null;
  let positions = new Map<number, string>();
  let is_reading = false;
  /** The newest read, in progress or completed. */
  let reading: Promise<void> = Promise.resolve();
  let is_dirty = false;
  let is_failing = false;
  /** The time of the earliest known commit that no read has covered; null if there is none. */
  let woken_at: number | null = null;
  let is_over = false;
  let polling: NodeJS.Timeout | undefined;
  let asked_at = 0;
  /** The streams whose own cursor was known before the current read began. */
  let before_reading: ReadonlySet<ChangeStream> = new Set();

  /** Returns the position for readers of one shop; it omits seen hints of other shops. */
  function positionIn(shop_id: number): string | null {
    if (!cursor) return null;
    const kept = positions.get(shop_id);
    if (kept !== undefined) return kept;
    const text = cursorText({ ...cursor, seen: cursor.seen.filter((one) => one.shop_id === shop_id) });
    positions.set(shop_id, text);
    return text;
  }

  function take({ read_all, hints, cursor: next }: FeedPart): void {
    positions = new Map();
    cursor = next;
    if (read_all) return void all((stream) => stream.readAll());
    if (hints.length === 0) return;
    const of_shop = new Map<number, Hint[]>();
    for (const hint of hints) {
      const own = of_shop.get(hint.shop_id);
      if (own) own.push(hint);
      else of_shop.set(hint.shop_id, [hint]);
    }
    all((stream) => {
      const own = of_shop.get(stream.reader.shop_id);
      if (own) stream.tell(own);
    });
  }

  function all(work: (stream: ChangeStream) => void): void {
    for (const stream of [...streams]) work(stream);
  }

  async function readOnce(): Promise<void> {
    before_reading = new Set([...streams].filter((stream) => stream.known()));
    const shops = [...new Set([...streams].map(({ reader }) => reader.shop_id))];
    try {
      const part = await readFeed(owner, shops, cursor, READ_MAX);
      if (streams.size > 0) take(part);
      for (const stream of before_reading) stream.isLevel();
      is_failing = false;
    } catch (error) {
      // The next read continues from the same cursor.
      if (!is_failing) log.warn({ err: error }, 'the feed cannot be read: streams receive nothing meanwhile');
      is_failing = true;
    }
  }

  async function readWhileDirty(): Promise<void> {
    is_reading = true;
    while (is_dirty && streams.size > 0) {
      is_dirty = false;
      const began = performance.now();
      reading = readOnce();
      await reading;
      // Commits during the read are not included.
      if (!is_failing) woken_at = is_dirty ? began : null;
      await pause(GAP_MS);
    }
    is_reading = false;
  }

  /** Called when something may have been committed. */
  function wake(): void {
    // Without a first stream there is no cursor to continue from.
    if (!cursor) return;
    is_dirty = true;
    woken_at ??= performance.now();
    // Detached from the request that committed, since the read is for all streams.
    if (!is_reading) void runDetached(readWhileDirty);
  }

  function poll(): void {
    const date = now();
    all((stream) => {
      if (!stream.look(date)) return;
      log.info({ user_id: stream.reader.user_id }, 'a stream was closed: its client no longer reads');
      cutting.get(stream)?.();
      leave(stream);
    });
    wake();
    const since = performance.now();
    if (since - asked_at < limits.ask_ms) return;
    asked_at = since;
    endChanged([...streams]).catch((error: unknown) =>
      log.warn({ err: error }, 'sessions could not be checked'),
    );
  }

  /** Ends streams whose session is over or whose reader has another role or shop. */
  async function endChanged(some: readonly ChangeStream[]): Promise<void> {
    if (some.length === 0) return;
    const changed = await changedReaders(
      owner,
      some.map(({ reader }) => reader),
    );
    for (const stream of some) if (changed.has(stream.reader)) stream.finish('session');
  }

  function join(stream: ChangeStream): void {
    const { session_id, user_id } = stream.reader;
    const displace = (others: ChangeStream[], at_most: number) => {
      for (const one of others.slice(0, Math.max(0, others.length - at_most + 1))) {
        const cut = cutting.get(one);
        one.finish('displaced');
        leave(one);
        // The stream sends its last event and is closed, even if that event does not arrive.
        setTimeout(() => cut?.(), LAST_WORDS_MS).unref();
      }
    };
    displace(
      those((reader) => reader.session_id === session_id),
      limits.per_session,
    );
    displace(
      those((reader) => reader.user_id === user_id),
      limits.per_user,
    );
    if (streams.size >= limits.in_all) throw new Problem('unavailable');
    if (streams.size === 0) {
      asked_at = performance.now();
      polling = runDetached(() => setInterval(poll, limits.poll_ms));
      polling.unref();
    }
    streams.add(stream);
  }

  const those = (are: (reader: Reader) => boolean) => [...streams].filter(({ reader }) => are(reader));

  function leave(stream: ChangeStream): void {
    cutting.delete(stream);
    if (!streams.delete(stream) || streams.size > 0) return;
    clearInterval(polling);
    cursor = null;
    woken_at = null;
  }

  /**
   * Reads the changes committed since `since`. From there on, the server's own reads deliver them, without a
   * gap.
   */
  async function catchUp(stream: ChangeStream, since: Cursor | null): Promise<void> {
    const { reader } = stream;
    // A read in progress may not cover this reader's shop, and would move the cursor past its hints.
    await reading;
    let part: FeedPart;
    let is_first: boolean;
    do {
      is_first = cursor === null;
      part = await readFeed(owner, [reader.shop_id], since, CATCH_UP_MAX);
      // The reader's session was checked before the stream was in the set.
      await endChanged([stream]);
      // Repeats if the server's own reads began meanwhile, at a later position than this read reached.
    } while (is_first && cursor !== null);
    stream.catchUp(part.read_all, part.hints, part.cursor);
    if (!streams.has(stream)) return;
    cursor ??= part.cursor;
    wake();
  }

  return {
    wake,
    /**
     * Opens a stream for a reader, from its cursor on. `cut` aborts its connection when the reader is stuck.
     * Throws `unavailable` when there is no room, or when the server is stopping.
     */
    async open(
      reader: Reader,
      { since, ends_at, cut }: { since: Cursor | null; ends_at: Date | null; cut: () => void },
    ): Promise<ChangeStream> {
      if (is_over) throw new Problem('unavailable');
      const position = () => {
        const known = stream.known();
        return known ? cursorText(known) : positionIn(reader.shop_id);
      };
      const stream = changeStream(reader, { now: () => performance.now(), position, ends_at });
      join(stream);
      cutting.set(stream, cut);
      try {
        await fewComing(() => catchUp(stream, since));
        return stream;
      } catch (error) {
        leave(stream);
        throw error instanceof Problem ? error : new Problem('unavailable').causedBy(error);
      }
    },
    /** Closes a stream whose reader is gone. */
    close(stream: ChangeStream): void {
      stream.close();
      leave(stream);
    },
    /** Ends all streams and refuses new ones. */
    end(reason: StreamEnd): void {
      is_over = true;
      all((stream) => stream.finish(reason));
      clearInterval(polling);
    },
    count: () => streams.size,
    /** Seconds since the earliest known commit that streams have not been sent; 0 if there is none. */
    behind_seconds: () => (woken_at === null ? 0 : (performance.now() - woken_at) / 1000),
  };
}
