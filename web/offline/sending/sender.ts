import type { CommandStage, ProblemCode } from '../../../contract/rules/problems.ts';
import { isAttemptFailure } from '../../api/attempt.ts';
import type { ApiClient } from '../../api/client.ts';
import type { FulfilmentOutcome } from '../../api/delivery-words.ts';
import { NoAnswer, ProblemError } from '../../api/errors.ts';
import type { Identity } from '../../api/identity.ts';
import type { ReachableWorld } from '../../world/reachability/reachability.ts';
import { live } from '../../world/tab-locks.ts';
import { within } from '../../world/waiting.ts';
import { createLeftBehind } from '../left-behind.ts';
import type { Outbox } from '../outbox.ts';
import { isSentByPressing, type OutboxEntry, orderToFulfil } from '../outbox-entry.ts';
import { NOT_FORCED, nextToSend } from './next-to-send.ts';
import type { SendingProgress } from './sending-progress.ts';
import { answered, attemptBegun, commandFailed, fileFailed, ofAttempt, type Step } from './sending-states.ts';
import { type Turn, takeTurn } from './sending-turn.ts';
import { uploadMissing } from './upload-missing.ts';

/** How long the driver waits for the shop's own system after his delivery is recorded. */
const FULFILMENT_MS = 4_000;
/** After a fault of the device's own database, or while another tab has the turn. */
const LOOK_AGAIN_MS = 2_000;
/** Said before the server even looked at the order: an ended session, a body that came too slowly, too many requests, a busy server. */
const NOT_ABOUT_FULFILMENT: readonly number[] = [401, 408, 429, 503];
/** What a command is refused with that was made with an old role, shop or driver. */
const NOT_THIS_PERSONS: readonly number[] = [403, 404, 422];
/** Said of a request that has a command and its files in it. */
const NOT_READ: readonly ProblemCode[] = ['malformed', 'too_large'];
const NOT_STORED: readonly ProblemCode[] = ['file_type', 'file_hash', 'storage_full', 'storage_unavailable'];
/** What is larger goes file by file. */
const TOGETHER_BYTES_MAX = 1024 * 1024;
const LOCK = 'mandoob.sending';

type FileToSend = { blob: Blob; sha256: string };

export function createSender(
  world: ReachableWorld,
  of: {
    outbox: Outbox;
    api: ApiClient;
    identity: Identity;
    /** Shows how much of the files has been sent. */
    progress?: SendingProgress;
    /** The server did not know, not allow or not understand what was sent. */
    onRefused?: () => void;
  },
) {
  const { outbox, api, identity, progress } = of;
  const { now: clock, timer, page } = world;
  const left_behind = createLeftBehind(world, outbox);
  let stopped = true;
  let running = false;
  let again = false;
  let forced_at = 0;
  /** Whether also what the server has answered with a failure is tried again before its pause is over. */
  let forces_answered = true;
  let endWait = () => {};

  /** Sends what waits. With `now`, also what waits for its next attempt. */
  function wake(now = false): void {
    if (now) forced_at = clock();
    again = true;
    if (!running && !stopped) void run();
  }

  async function run(): Promise<void> {
    running = true;
    endWait();
    try {
      await left_behind.look();
      while (again && !stopped) {
        again = false;
        if (!(await takeTurn(world, LOCK, sendAll))) wakeAt(clock() + LOOK_AGAIN_MS);
      }
    } catch {
      // The device's own database failed; the entries are as they were.
      wakeAt(clock() + LOOK_AGAIN_MS);
    } finally {
      running = false;
    }
    if (again && !stopped) void run();
  }

  function wakeAt(at: number): void {
    endWait();
    endWait = timer.after(Math.max(0, at - clock()), () => wake());
  }

  async function sendAll(turn: Turn): Promise<void> {
    await left_behind.hold();
    while (!stopped && !turn.lost()) {
      // The clock was set back since: what fails from now on waits again.
      forced_at = Math.min(forced_at, clock());
      const next = nextToSend(await outbox.reload(), identity.user_id(), clock(), {
        at: forced_at,
        answered: forces_answered,
      });
      if (next === null) return;
      if ('at' in next) return wakeAt(next.at);
      if (next.entry.state === 'done') await fulfil(next.entry);
      else await send(next.entry, turn);
    }
  }

  /**
   * Makes one attempt: the missing files concurrently, then the command; or all in one request. Every step is on disk before
   * the next begins. While the device is offline nothing is uploaded, so nothing fails (ruling H2).
   */
  async function send(seen: OutboxEntry, turn: Turn): Promise<void> {
    const { command_id, endpoint, input: body, user_id: as_user, device_id } = seen;
    const numbered = seen.numbered && { device_id, ...seen.numbered };
    const begun = await outbox.advance(command_id, (entry) =>
      entry.state === seen.state && entry.attempts === seen.attempts ? attemptBegun(entry) : null,
    );
    if (!begun) return;
    world.sendLater();
    const step: Step = (change) => outbox.advance(command_id, ofAttempt(begun.attempts, change));
    const sendCommand = async (files?: FileToSend[]) => {
      if (turn.lost() || stopped) return;
      if (!(await step(() => ({ command_sent: true })))) return;
      const request = {
        body,
        command_id,
        as_user,
        ...(numbered && { numbered }),
        ...(files && { files, ...toldOf(begun, files) }),
      };
      const answer = await api.callEndpoint(endpoint, request);
      await outbox.settle(command_id, (entry) => answered(entry, answer, clock()));
      // The answer to somebody who has left meanwhile is not for the next one to read.
      if (identity.user_id() !== as_user) await outbox.keepDoneOf(identity.user_id());
    };
    let stage: CommandStage | null = null;
    try {
      const reach = await world.probe();
      if (reach === 'offline') throw notSent();
      const together = reach === 'near' ? await filesToGoTogether(begun) : null;
      if (together) {
        const is_read = await sendCommand(together).then(() => true, isReadDespite);
        progress?.end(command_id);
        if (is_read || !(await step(() => ({ command_sent: false })))) return;
      }
      if (turn.lost() || stopped) return;
      const failed = await uploadMissing(of, begun, step);
      stage = failed?.stage ?? null;
      if (failed) throw failed.error;
      await sendCommand();
    } catch (error) {
      if (!isAttemptFailure(error)) throw error;
      if (isRefusal(error)) of.onRefused?.();
      const chance = world.random.number();
      // An upload that ended because the device is offline now is no failure either (ruling H2): it is as if it had not begun.
      const [of_file, failure] = stage && isGone(error) ? [null, notSent()] : [stage, error];
      if (of_file) await step((entry) => fileFailed(entry, of_file, failure, clock(), chance));
      else await step((entry) => commandFailed(entry, failure, clock(), chance));
    } finally {
      progress?.end(command_id);
    }
  }

  /** Returns whether an attempt ended because the device is offline: its failed request waited for a probe. */
  function isGone(error: unknown): boolean {
    return error instanceof NoAnswer && !world.page.online();
  }

  /** Returns the callback for the progress of files that go in one request with their command. */
  function toldOf({ command_id, files }: OutboxEntry, sent: readonly FileToSend[]) {
    const bytes = sent.reduce((sum, { blob }) => sum + blob.size, 0);
    const photo = files.some(({ stage }) => stage === 'photo');
    return progress && { onSent: progress.begin(command_id, '', { bytes, photo }) };
  }

  /**
   * Returns the files that go in one request with their command: all of them at the first attempt, if they are small; else null.
   * Without a response to such a request its outcome is unknown, so it is sent to a near server only. Every later attempt uploads
   * file by file, which keeps what arrived; so does every attempt of a command that waits for a press.
   */
  async function filesToGoTogether(entry: OutboxEntry): Promise<FileToSend[] | null> {
    const { attempts, files } = entry;
    const is_first = attempts === 1 && files.every(({ sent }) => !sent);
    if (!is_first || isSentByPressing(entry)) return null;
    const read = await Promise.all(files.map((file) => outbox.readFile(entry.command_id, file.path)));
    const bytes = read.reduce((sum, blob) => sum + (blob?.size ?? Number.POSITIVE_INFINITY), 0);
    if (bytes > TOGETHER_BYTES_MAX) return null;
    return files.flatMap(({ sha256 }, at) => (read[at] ? [{ sha256, blob: read[at] }] : []));
  }

  async function fulfil(entry: OutboxEntry): Promise<void> {
    const order_id = orderToFulfil(entry);
    const outcome = order_id ? await nudge(order_id, entry.user_id) : null;
    await outbox.settleFulfilment(entry.command_id, outcome);
  }

  /** No answer is no failure: the server works its fulfilments off by itself. Never takes longer than the driver waits. */
  async function nudge(order_id: string, as_user: string): Promise<FulfilmentOutcome> {
    const limit = new AbortController();
    const request = { body: { order_id }, as_user, signal: limit.signal };
    const answer = api.callEndpoint('fulfill_shopify_order', request).then(
      ({ success, warning }): FulfilmentOutcome =>
        warning ? { result: 'ok', warning } : { result: success ? 'ok' : 'failed' },
      (error: unknown): FulfilmentOutcome => {
        const failed = error instanceof ProblemError && !NOT_ABOUT_FULFILMENT.includes(error.problem.status);
        return failed ? { result: 'failed' } : null;
      },
    );
    return await within(timer, FULFILMENT_MS, answer).catch(() => {
      limit.abort();
      return null;
    });
  }

  /** Whether something waits of this user that goes out by itself. */
  async function isLeft(): Promise<boolean> {
    return nextToSend(await outbox.reload(), identity.user_id(), clock(), NOT_FORCED) !== null;
  }

  return {
    wake,
    /**
     * Sends what waits once, also what had no network and waits for its next attempt. A server that could not take something is left in peace for as long as any tab
     * leaves it. Answers whether something is left that goes out by itself. For what lives only as long as it works, as a service worker does; instead of `start`.
     */
    async sendOnce(): Promise<boolean> {
      stopped = false;
      const endLife = live(world);
      try {
        forced_at = clock();
        forces_answered = false;
        again = true;
        await run();
      } finally {
        stopped = true;
        endLife();
        endWait();
      }
      return await isLeft();
    },
    /** Sends until the answer is called: at once, after changes, when the network or the user comes back. */
    start(): () => void {
      stopped = false;
      const endLife = live(world);
      const now = () => wake(true);
      let known = new Set<string>();
      const onOutbox = () => {
        const fresh = newOf(outbox.entries());
        // A press tries at once what an older one waits for, but once: whatever else changes leaves the pauses alone.
        const pressed = fresh.some((command_id) => !known.has(command_id));
        known = new Set(fresh);
        if (pressed || (fresh.length > 0 && !running)) wake(pressed);
        // With each command and each attempt of this tab's own, which may be closed before it is sent. Not with those of others: the worker that is asked would
        // have itself asked again at once, by each attempt that it makes.
        if (pressed) world.sendLater();
      };
      const stops = [
        page.onOnline(now),
        page.onVisible(now),
        identity.subscribe(now),
        outbox.subscribe(onOutbox),
      ];
      wake(true);
      return () => {
        stopped = true;
        endLife();
        endWait();
        for (const stop of stops) stop();
      };
    },
  };
}

/** What was just made or pressed again, in this tab or another that may be about to close. */
function newOf(entries: readonly OutboxEntry[]): string[] {
  return entries.flatMap(({ command_id, state, next_attempt_at }) =>
    state === 'queued' && next_attempt_at === 0 ? [command_id] : [],
  );
}

/** The failure of an attempt in which nothing left the device. */
function notSent(): NoAnswer {
  return new NoAnswer('network', { sent: false });
}

/**
 * False where it is certain that the command was not even looked at: it has not left, the server is one of the version before, or cannot take a file of it.
 * Which of the files that is, and what is to be said of it, their uploads will tell. Throws every other failure.
 */
function isReadDespite(error: unknown): boolean {
  if (error instanceof NoAnswer && !error.sent) return false;
  const problem = error instanceof ProblemError ? error.problem : null;
  if (problem && NOT_READ.includes(problem.code)) return false;
  if (problem?.nothing_recorded && NOT_STORED.includes(problem.code)) return false;
  throw error;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && NOT_THIS_PERSONS.includes(error.problem.status);
}
