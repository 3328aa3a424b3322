import { olderPosition, type ToldHint } from '../../contract/rules/changes-stream.ts';
import type { Identity } from '../api/identity.ts';
import type { Position, ReadsFrom } from '../api/reads-from.ts';
import { every, pause } from '../world/waiting.ts';
import type { World } from '../world/world.ts';
import { comeBackAfterMs } from './come-back.ts';
import { readStream } from './read-stream.ts';

/** One stream for a device: the tab that holds this lock reads it and tells the others. */
export const LEAD_LOCK = 'mandoob.live';
const CHANNEL = 'mandoob.live';
/** A tab that leads and says nothing for so long sleeps: another takes over. It says something each time the server does. */
const SILENT_MS = 45_000;
const LOOK_MS = 10_000;

export type Heard =
  | { kind: 'hints'; hints: readonly ToldHint[] }
  | { kind: 'read_all' }
  /** The stream lives. */
  | { kind: 'beat' }
  /** There has been none since, in ms since epoch. */
  | { kind: 'lost'; since: number };

/** What the tab that leads tells the others; `asks` is what a tab says that wants to know how things stand. */
type Posted = (Heard | { kind: 'asks' }) & { user_id: string; id: string | null };

/** A stream that ends as soon as it began is no reason to ask for the next at once. */
const SETTLED_MS = 2_000;
/** Where a lock cannot be asked for. */
const COMPETE_AGAIN_MS = 5_000;

type Asking = { identity: Identity; user_id: string; reads: ReadsFrom };

/**
 * Hears what changed, in this user's name, until the answer is called: by the device's one stream, which some tab reads that somebody looks at.
 * It goes on where this device has heard last, whichever tab and server that was; the first one from where the oldest of this page's reads were
 * made. What was read from before the place where this tab began to hear is to be read again.
 */
export function followChanges(
  world: World,
  { identity, user_id, reads }: Asking,
  hear: (heard: Heard) => void,
): () => void {
  const { locks, page, timer } = world;
  const channel = world.channel(CHANNEL);
  /** The id of the last event that any tab has heard. */
  let since: string | null = null;
  let has_begun = false;
  let lost_since: number | null = world.now();
  let heard_at = world.elapsed();
  let turn: AbortController | null = null;
  let is_leading = false;
  let is_over = false;

  /** All that is told from here on is heard; what was read from before that may not show what was told there. */
  function beginFrom(from: string): void {
    if (has_begun) return;
    has_begun = true;
    const check = (position: Position) => {
      if (!is_over && isBehind(position, from)) hear({ kind: 'read_all' });
    };
    const early = reads.positions;
    const kept = [...early];
    // What was asked for before is checked when it is answered; what is asked for from now on misses nothing.
    early.add = check;
    reads.positions = { [Symbol.iterator]: () => kept.values(), add: () => {} };
    const oldest = oldestOf(reads);
    if (oldest !== undefined) check(oldest);
  }

  function take(heard: Heard, id: string | null): void {
    if (heard.kind === 'read_all') has_begun = true;
    if (id !== null) {
      beginFrom(id);
      since = id;
    }
    heard_at = world.elapsed();
    if (heard.kind !== 'lost') lost_since = null;
    else lost_since ??= heard.since;
    hear(heard);
  }

  function post(what: Heard | { kind: 'asks' }, id: string | null): void {
    channel.post(JSON.stringify({ ...what, user_id, id } satisfies Posted));
  }

  /** Hears it here, and has the other tabs hear it. */
  function tell(heard: Heard, id: string | null = null): void {
    take(heard, id);
    post(heard, id);
  }

  function hearTab(message: string): void {
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
      const began = world.elapsed();
      const over = await readStream(world, identity, { user_id, since, signal, onNews: tell });
      if (signal.aborted) break;
      if (over.because === 'cursor') since = null;
      tell({ kind: 'lost', since: lost_since ?? world.now() });
      const was_live = over.was_live && world.elapsed() - began > SETTLED_MS;
      if (was_live) failures = 0;
      await untilOnline(comeBackAfterMs({ ...over, was_live }, failures, world.random.number()), signal);
      failures += 1;
    }
    is_leading = false;
  }

  /** Waits so long, and no longer than until the network is said to be back. */
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

  /** Leads once no other tab does, while somebody looks at this one. */
  async function compete(steal = false): Promise<void> {
    if (turn || is_over || !page.visible()) return;
    const own = new AbortController();
    turn = own;
    const work = () => (own.signal.aborted ? Promise.resolve() : lead(own.signal));
    try {
      if (locks) await locks.request(LEAD_LOCK, steal ? { steal } : { signal: own.signal }, work);
      else await work();
    } catch {
      // Given up, or taken by another tab while somebody looks here too: then it is the next in line.
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
    channel.listen(hearTab),
    // Another tab may be looked at, and this one may sleep from now on.
    page.onHidden(giveUp),
    page.onVisible(begin),
    every(timer, LOOK_MS, () => {
      if (is_leading || !page.visible() || world.elapsed() - heard_at < SILENT_MS) return;
      heard_at = world.elapsed();
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

/** Where the oldest answer of the page was read; null where nobody can say, undefined before there is any. */
function oldestOf({ positions }: ReadsFrom): Position | undefined {
  const [first, ...others] = positions;
  return others.reduce((oldest, one) => oldest && one && olderPosition(oldest, one), first);
}

/** Whether something that was told before `from` may be missing in what was read at `position`. Of what an id names as seen nobody can say. */
function isBehind(position: Position, from: string): boolean {
  if (position === null) return true;
  const [epoch, xid, ...seen] = from.split('.');
  return seen.length > 0 || olderPosition(`${epoch}.${xid}`, position) !== `${epoch}.${xid}`;
}
