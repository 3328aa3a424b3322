import { type ChangeHint, olderPosition } from '../../contract/rules/changes-stream.ts';
import type { FeedPosition, FeedPositions } from '../api/feed-positions.ts';
import type { Identity } from '../api/identity.ts';
import type { Environment } from '../environment/environment.ts';
import { every, pause } from '../environment/timing.ts';
import { readStream } from './read-stream.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

/**
 * A device has one stream: the tab that holds this lock reads it and forwards its events to the other tabs.
 */
export const LEADER_LOCK = 'mandoob.live';
const CHANNEL = 'mandoob.live';
/**
 * A leading tab that forwards nothing for this long is asleep, and another takes over. It forwards every
 * server event.
 */
const SILENT_MS = 45_000;
const CHECK_MS = 10_000;

export type LiveEvent =
  | { kind: 'hints'; hints: readonly ChangeHint[] }
  | { kind: 'read_all' }
  /** The stream is alive. */
  | { kind: 'beat' }
  /** The stream has been lost since this time, in ms since epoch. */
  | { kind: 'lost'; since: number };

/** A message between tabs: an event from the leading tab, or `asks`, a request for the present state. */
type Posted = (LiveEvent | { kind: 'asks' }) & { user_id: string; id: string | null };

/** A stream that ends sooner than this does not reset the backoff. */
const SETTLED_MS = 2_000;
/** Delay before the next request for the lock. */
const COMPETE_AGAIN_MS = 5_000;

type Source = { identity: Identity; user_id: string; reads: FeedPositions };

/**
 * Reports changes in this user's name until the returned function is called. The device has one stream, read
 * by a visible tab. It resumes after the last event received on this device by any tab from any server; the
 * first stream starts at the position of the page's oldest read. Reads from before the position at which this
 * tab began to listen are reported as `read_all`.
 */
export function followChanges(
  environment: Environment,
  { identity, user_id, reads }: Source,
  onEvent: (event: LiveEvent) => void,
): () => void {
  const { locks, page, timer } = environment;
  const channel = environment.channel(CHANNEL);
  /** The id of the last event that any tab has received. */
  let since: string | null = null;
  let has_begun = false;
  let lost_since: number | null = environment.now();
  let received_at = environment.elapsed();
  let turn: AbortController | null = null;
  let is_leading = false;
  let is_over = false;

  /** Events after `from` are all received. Reads made before it may miss changes and must be repeated. */
  function beginFrom(from: string): void {
    if (has_begun) return;
    has_begun = true;
    const check = (position: FeedPosition) => {
      if (!is_over && isBehind(position, from)) onEvent({ kind: 'read_all' });
    };
    const early = reads.positions;
    const kept = [...early];
    // Responses to earlier requests are checked when they arrive; later requests miss nothing.
    early.add = check;
    reads.positions = { [Symbol.iterator]: () => kept.values(), add: () => {} };
    const oldest = oldestOf(reads);
    if (oldest !== undefined) check(oldest);
  }

  function take(event: LiveEvent, id: string | null): void {
    if (event.kind === 'read_all') has_begun = true;
    if (id !== null) {
      beginFrom(id);
      since = id;
    }
    received_at = environment.elapsed();
    if (event.kind !== 'lost') lost_since = null;
    else lost_since ??= event.since;
    onEvent(event);
  }

  function post(message: LiveEvent | { kind: 'asks' }, id: string | null): void {
    channel.post(JSON.stringify({ ...message, user_id, id } satisfies Posted));
  }

  /** Handles the event in this tab and forwards it to the other tabs. */
  function broadcast(event: LiveEvent, id: string | null = null): void {
    take(event, id);
    post(event, id);
  }

  function onMessage(message: string): void {
    const { user_id: of, id, ...posted } = JSON.parse(message) as Posted;
    if (of !== user_id) return;
    if (posted.kind !== 'asks') take(posted, id);
    else if (is_leading)
      post(lost_since === null ? { kind: 'beat' } : { kind: 'lost', since: lost_since }, since);
  }

  async function lead(signal: AbortSignal): Promise<void> {
    is_leading = true;
    let failures = 0;
    const oldest = oldestOf(reads);
    if (since === null && !has_begun && oldest) {
      since = oldest;
      beginFrom(oldest);
    }
    while (!signal.aborted) {
      const began = environment.elapsed();
      const over = await readStream(environment, identity, { user_id, since, signal, onNews: broadcast });
      if (signal.aborted) break;
      if (over.because === 'cursor') since = null;
      broadcast({ kind: 'lost', since: lost_since ?? environment.now() });
      const was_live = over.was_live && environment.elapsed() - began > SETTLED_MS;
      if (was_live) failures = 0;
      await untilOnline(
        reconnectDelayMs({ ...over, was_live }, failures, environment.random.number()),
        signal,
      );
      failures += 1;
    }
    is_leading = false;
  }

  /** Waits for `ms`, or until the device reports that the network is back. */
  async function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
    let end = () => {};
    const sooner = new Promise<void>((resolve) => {
      const stop = page.onOnline(resolve);
      signal.addEventListener('abort', () => resolve());
      end = stop;
    });
    await Promise.race([pause(timer, ms), sooner]);
    end();
  }

  /** Becomes the leading tab once no other tab leads and while this tab is visible. */
  async function compete(steal = false): Promise<void> {
    if (turn || is_over || !page.visible()) return;
    const own = new AbortController();
    turn = own;
    const work = () => (own.signal.aborted ? Promise.resolve() : lead(own.signal));
    try {
      if (locks) await locks.request(LEADER_LOCK, steal ? { steal } : { signal: own.signal }, work);
      else await work();
    } catch {
      // Aborted here, or another tab took the lock although this one is visible: it then queues for the lock
      // again.
      const was_taken = !own.signal.aborted;
      own.abort();
      if (was_taken) await pause(timer, COMPETE_AGAIN_MS);
    } finally {
      if (turn === own) turn = null;
    }
    void compete();
  }

  function begin(): void {
    post({ kind: 'asks' }, null);
    void compete();
  }

  function giveUp(): void {
    turn?.abort();
    turn = null;
  }

  const stops = [
    channel.listen(onMessage),
    // Another tab may be visible, and this one may sleep from now on.
    page.onHidden(giveUp),
    page.onVisible(begin),
    every(timer, CHECK_MS, () => {
      if (is_leading || !page.visible() || environment.elapsed() - received_at < SILENT_MS) return;
      received_at = environment.elapsed();
      giveUp();
      void compete(true);
    }),
  ];
  begin();

  return () => {
    is_over = true;
    giveUp();
    for (const stop of stops) stop();
    channel.close();
  };
}

/** Returns the position of the page's oldest read; null if it is unknown, undefined if there is no read. */
function oldestOf({ positions }: FeedPositions): FeedPosition | undefined {
  const [first, ...others] = positions;
  return others.reduce((oldest, one) => oldest && one && olderPosition(oldest, one), first);
}

/**
 * Returns true if a read at `position` may miss changes before `from`. It is also true if they cannot be
 * compared: an unknown position, or a `from` that names more than a transaction.
 */
function isBehind(position: FeedPosition, from: string): boolean {
  if (position === null) return true;
  const [epoch, xid, ...seen] = from.split('.');
  return seen.length > 0 || olderPosition(`${epoch}.${xid}`, position) !== `${epoch}.${xid}`;
}
