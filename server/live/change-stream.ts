import {
  BEAT_MS,
  type ChangeEvent,
  type StreamEnd,
  type ToldHint,
} from '../../contract/rules/changes-stream.ts';
import { DESK_ROLES, mayAccess } from '../../contract/rules/roles.ts';
import { type Cursor, type Hint, isSeen, seenOf } from '../changes/read-feed.ts';
import type { Staff } from '../platform/actor.ts';
import { nextWriteAt, WRITES_REMEMBERED } from './write-pace.ts';

export type Reader = Pick<Staff, 'user_id' | 'session_id' | 'shop_id' | 'role'>;

/** One event. Without `id` whoever reads keeps the id of the one before. */
export type Frame = { event: ChangeEvent; id: string | null; data: unknown };

/** More than that of one stream are told by their topics alone. */
const PENDING_MAX = 60;
/** Whoever takes nothing for so long is put out, in ms. */
const STUCK_MS = 30_000;

export type ChangeStream = ReturnType<typeof changeStream>;

/**
 * What one reader is still to be told, bounded however slowly he reads: hints are put together until he takes the next event, and until the
 * pace allows it. `position`: the id that stands for all that was told to the stream so far. `ends_at`: of the access token.
 */
export function changeStream(
  reader: Reader,
  { now, position, ends_at }: { now: () => number; position: () => string | null; ends_at: Date | null },
) {
  let pending = new Map<string, ToldHint>();
  let reads_all = false;
  let beats = false;
  let end: StreamEnd | null = null;
  /** Nothing is told after what ended it: whoever comes back hears of that again. */
  let is_frozen = false;
  let is_over = false;
  const written: number[] = [];
  let last_heard = now();
  let taker: ((frame: Frame | null) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** What he knows by his own cursor: the server's reading may be behind that. Null once it is not any more. */
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

  /** Hands over the next event, if somebody waits for it and it may go out now. */
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
    const topics = new Set([...pending.values()].map((told) => told.topic));
    pending = new Map([...topics].map((each) => [each, { topic: each, subject_id: null, command_id: null }]));
  }

  function finish(reason: StreamEnd): void {
    end ??= reason;
    offer();
  }

  return {
    reader,
    /** Tells what of these is for him. What touches his sessions ends the stream: he is let in anew, as whoever he is by then. */
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
    /** What was committed since his cursor, or everything, once it is known; `at`: where that leaves him. Something is sent in any case. */
    catchUp(read_all: boolean, hints: readonly Hint[], at: Cursor): void {
      known = at;
      const own = end === null ? hints.filter((hint) => isFor(hint, reader)) : [];
      if (read_all && end === null) reads_all = true;
      else for (const hint of own) add(hint);
      beats = true;
      offer();
    },
    /** The server's own reading knows by now all that he knew. */
    isLevel(): void {
      known = null;
    },
    known: () => known,
    readAll(): void {
      reads_all = true;
      pending = new Map();
      offer();
    },
    /** Looks at the time: a token that is over, a reader who needs a sign of life. Answers whether he takes nothing any more. */
    look(date: Date): boolean {
      if (ends_at !== null && ends_at <= date) finish('token');
      const quiet_ms = now() - last_heard;
      if (taker === null) return quiet_ms > STUCK_MS;
      if (quiet_ms >= BEAT_MS) {
        beats = true;
        offer();
      }
      return false;
    },
    finish,
    /** The next event, once there is one; null after the last. One may be waited for at a time. */
    next(): Promise<Frame | null> {
      if (is_over) return Promise.resolve(null);
      return new Promise((resolve) => {
        taker = resolve;
        offer();
      });
    },
    /** Nobody reads any more. */
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
