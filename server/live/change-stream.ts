import {
  type ChangeEvent,
  type ChangeHint,
  HEARTBEAT_MS,
  type StreamEnd,
} from '../../contract/rules/changes-stream.ts';
import { DESK_ROLES, mayAccess } from '../../contract/rules/roles.ts';
import { type Cursor, type Hint, isSeen, seenOf } from '../changes/read-feed.ts';
import type { Staff } from '../platform/actor.ts';
import { nextWriteAt, WRITES_REMEMBERED } from './write-pace.ts';

export type Reader = Pick<Staff, 'user_id' | 'session_id' | 'shop_id' | 'role'>;

/** One event. Without `id`, the client keeps the id of the previous event. */
export type Frame = { event: ChangeEvent; id: string | null; data: unknown };

/** When a stream has more pending hints, they are reduced to their topics. */
const PENDING_MAX = 60;
/** A stream whose reader receives no event for this time is closed, in ms. */
const STUCK_MS = 30_000;

export type ChangeStream = ReturnType<typeof changeStream>;

/**
 * The pending events of one reader, bounded however slow it is: hints are merged until the reader takes the
 * next event and the pace allows it. `position` returns the id for everything sent to the stream so far;
 * `ends_at` is the expiry of the access token.
 */
export function changeStream(
  reader: Reader,
  { now, position, ends_at }: { now: () => number; position: () => string | null; ends_at: Date | null },
) {
  let pending = new Map<string, ChangeHint>();
  let reads_all = false;
  let beats = false;
  let end: StreamEnd | null = null;
  /**
   * True once the stream is ending: event ids stay the same, so a reader that reconnects receives later hints
   * again.
   */
  let is_frozen = false;
  let is_over = false;
  const written: number[] = [];
  let last_heard = now();
  let taker: ((frame: Frame | null) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** The reader's own cursor while the server's reads may be behind it; null once they have caught up. */
  let known: Cursor | null = null;

  const hasNews = () => reads_all || pending.size > 0;

  function frameOf(event: ChangeEvent, data: unknown): Frame {
    return { event, id: is_frozen ? null : position(), data };
  }

  function take(): Frame | null {
    beats = false;
    if (reads_all || pending.size > 0) {
      const frame = reads_all ? frameOf('read_all', {}) : frameOf('hints', [...pending.values()]);
      reads_all = false;
      pending = new Map();
      return frame;
    }
    if (end !== null) {
      is_over = true;
      return { event: 'end', id: null, data: { reason: end } };
    }
    return frameOf('beat', {});
  }

  /** Delivers the next event if the reader waits for it and the pace allows it. */
  function offer(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!taker) return;
    const waits_ms = hasNews() && end === null ? nextWriteAt(written, now()) - now() : 0;
    if (!hasNews() && !beats && end === null) return;
    if (waits_ms > 0) {
      timer = setTimeout(offer, Math.ceil(waits_ms));
      return;
    }
    if (hasNews()) {
      written.push(now());
      if (written.length > WRITES_REMEMBERED) written.shift();
    }
    const give = taker;
    taker = null;
    last_heard = now();
    give(take());
  }

  function add(hint: Hint): void {
    if (reads_all) return;
    const { topic, subject_id, command_id } = hint;
    pending.set(`${topic} ${subject_id} ${command_id}`, { topic, subject_id, command_id });
    if (pending.size <= PENDING_MAX) return;
    const topics = new Set([...pending.values()].map((hint) => hint.topic));
    pending = new Map([...topics].map((each) => [each, { topic: each, subject_id: null, command_id: null }]));
  }

  function finish(reason: StreamEnd): void {
    end ??= reason;
    offer();
  }

  return {
    reader,
    /**
     * Adds the hints for this reader. One about its own sessions ends the stream: on reconnection, its rights
     * are current.
     */
    tell(hints: readonly Hint[]): void {
      if (end !== null) return;
      const fresh = hints.filter((hint) => isFor(hint, reader) && !(known && isSeen(known, hint)));
      const about_himself = fresh.filter((hint) => isAboutSessionsOf(hint, reader));
      if (about_himself.length > 0) {
        is_frozen = true;
        for (const hint of about_himself) add(hint);
        finish('session');
        return;
      }
      for (const hint of fresh) add(hint);
      if (known) known = { ...known, seen: [...known.seen, ...fresh.map(seenOf)] };
      if (fresh.length > 0) offer();
    },
    /**
     * Adds the hints since the reader's cursor, or everything. `at` is the reader's new cursor. An event is
     * always sent.
     */
    catchUp(read_all: boolean, hints: readonly Hint[], at: Cursor): void {
      known = at;
      const own = end === null ? hints.filter((hint) => isFor(hint, reader)) : [];
      if (read_all && end === null) reads_all = true;
      else for (const hint of own) add(hint);
      beats = true;
      offer();
    },
    /** Called when the server's own reads have reached the reader's cursor. */
    isLevel(): void {
      known = null;
    },
    known: () => known,
    readAll(): void {
      reads_all = true;
      pending = new Map();
      offer();
    },
    /**
     * Ends the stream if its token has expired, and sends a heartbeat if due. Returns true if the reader is
     * stuck.
     */
    look(date: Date): boolean {
      if (ends_at !== null && ends_at <= date) finish('token');
      const quiet_ms = now() - last_heard;
      if (taker === null) return quiet_ms > STUCK_MS;
      if (quiet_ms >= HEARTBEAT_MS) {
        beats = true;
        offer();
      }
      return false;
    },
    finish,
    /** Resolves to the next event; null after the last. Only one call may be pending. */
    next(): Promise<Frame | null> {
      if (is_over) return Promise.resolve(null);
      return new Promise((resolve) => {
        taker = resolve;
        offer();
      });
    },
    /** Called when the reader is gone. */
    close(): void {
      is_over = true;
      clearTimeout(timer);
      taker?.(null);
      taker = null;
      pending = new Map();
    },
  };
}

function isFor({ audience, user_ids }: Hint, { role, user_id }: Reader): boolean {
  if (user_ids.includes(user_id)) return true;
  return audience === 'shop' || (audience === 'desk' && mayAccess(DESK_ROLES, role));
}

function isAboutSessionsOf({ topic, user_ids }: Hint, { user_id }: Reader): boolean {
  return topic === 'sessions' && user_ids.includes(user_id);
}
