import type { CommandStage, ProblemCode } from '../../../contract/rules/problems.ts';
import { isAttemptFailure } from '../../api/attempt.ts';
import type { ApiClient } from '../../api/client.ts';
import type { FulfilmentOutcome } from '../../api/delivery-messages.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import type { Identity } from '../../api/identity.ts';
import type { ReachableEnvironment } from '../../environment/reachability/reachability.ts';
import { announceTab } from '../../environment/tab-locks.ts';
import { withTimeout } from '../../environment/timing.ts';
import { createLeftBehind } from '../left-behind.ts';
import type { Outbox } from '../outbox.ts';
import { isSentByPressing, type OutboxEntry, orderToFulfil } from '../outbox-entry.ts';
import { NOT_FORCED, nextToSend } from './next-to-send.ts';
import type { SendingProgress } from './sending-progress.ts';
import { answered, attemptBegun, commandFailed, fileFailed, ofAttempt, type Step } from './sending-states.ts';
import { type Turn, takeTurn } from './sending-turn.ts';
import { uploadMissing } from './upload-missing.ts';

/** Longest time that the driver waits for the shop's own system after the delivery is recorded, in ms. */
const FULFILMENT_MS = 4_000;
/** The pause after a fault of the device's database, or while another tab has the turn. */
const RETRY_MS = 2_000;
/**
 * Statuses sent before the server considered the order: session ended, body too slow, too many requests,
 * server busy.
 */
const NOT_ABOUT_FULFILMENT: readonly number[] = [401, 408, 429, 503];
/** Statuses that refuse a command made with an outdated role, shop or driver. */
const REFUSED_FOR_USER: readonly number[] = [403, 404, 422];
/** Problems of a request that contains a command and its files. */
const NOT_READ: readonly ProblemCode[] = ['malformed', 'too_large'];
const NOT_STORED: readonly ProblemCode[] = ['file_type', 'file_hash', 'storage_full', 'storage_unavailable'];
/** Larger commands are sent file by file. */
const TOGETHER_BYTES_MAX = 1024 * 1024;
const LOCK = 'mandoob.sending';

type FileToSend = { blob: Blob; sha256: string };

export function createSender(
  environment: ReachableEnvironment,
  of: {
    outbox: Outbox;
    api: ApiClient;
    identity: Identity;
    /** Receives the upload progress. */
    progress?: SendingProgress;
    /** Called if the server did not know, permit or understand a request. */
    onRefused?: () => void;
  },
) {
  const { outbox, api, identity, progress } = of;
  const { now: clock, timer, page } = environment;
  const left_behind = createLeftBehind(environment, outbox);
  let stopped = true;
  let running = false;
  let again = false;
  let forced_at = 0;
  /** True to also retry entries that the server rejected with an error before their pause is over. */
  let forces_answered = true;
  let endWait = () => {};

  /** Sends pending entries. With `now`, also those that pause before their next attempt. */
  function wake(now = false): void {
    if (now) forced_at = clock();
    again = true;
    if (!running && !stopped) void run();
  }

  async function run(): Promise<void> {
    running = true;
    endWait();
    try {
      await left_behind.readExisting();
      while (again && !stopped) {
        again = false;
        if (!(await takeTurn(environment, LOCK, sendAll))) wakeAt(clock() + RETRY_MS);
      }
    } catch {
      // The device's own database failed; the entries are unchanged.
      wakeAt(clock() + RETRY_MS);
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
      // If the clock was set back, failures from now on pause again.
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
   * Makes one attempt: the missing files concurrently, then the command; or all in one request. Every step is
   * stored before the next begins. While the device is offline nothing is uploaded, so nothing fails.
   */
  async function send(seen: OutboxEntry, turn: Turn): Promise<void> {
    const { command_id, endpoint, input: body, user_id: as_user, device_id } = seen;
    const numbered = seen.numbered && { device_id, ...seen.numbered };
    const begun = await outbox.advance(command_id, (entry) =>
      entry.state === seen.state && entry.attempts === seen.attempts ? attemptBegun(entry) : null,
    );
    if (!begun) return;
    environment.sendLater();
    const step: Step = (change) => outbox.advance(command_id, ofAttempt(begun.attempts, change));
    const sendCommand = async (files?: FileToSend[]) => {
      if (turn.lost() || stopped) return;
      if (!(await step(() => ({ command_sent: true })))) return;
      const request = {
        body,
        command_id,
        as_user,
        ...(numbered && { numbered }),
        ...(files && { files, ...progressOf(begun, files) }),
      };
      const answer = await api.callEndpoint(endpoint, request);
      await outbox.settle(command_id, (entry) => answered(entry, answer, clock()));
      // If the user has left in the meantime, the next user must not be able to read this reply.
      if (identity.user_id() !== as_user) await outbox.keepDoneOf(identity.user_id());
    };
    let stage: CommandStage | null = null;
    try {
      const reach = await environment.probe();
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
      const chance = environment.random.number();
      // An upload that ended because the device went offline is no failure either (ruling H2): treated as not
      // begun.
      const [of_file, failure] = stage && wentOffline(error) ? [null, notSent()] : [stage, error];
      if (of_file) await step((entry) => fileFailed(entry, of_file, failure, clock(), chance));
      else await step((entry) => commandFailed(entry, failure, clock(), chance));
    } finally {
      progress?.end(command_id);
    }
  }

  /**
   * Returns true if an attempt ended because the device is offline: its failed request waited for a probe.
   */
  function wentOffline(error: unknown): boolean {
    return error instanceof NoResponse && !environment.page.online();
  }

  /** Returns the progress callback of files that are sent in one request with their command. */
  function progressOf({ command_id, files }: OutboxEntry, sent: readonly FileToSend[]) {
    const bytes = sent.reduce((sum, { blob }) => sum + blob.size, 0);
    const photo = files.some(({ stage }) => stage === 'photo');
    return progress && { onSent: progress.begin(command_id, '', { bytes, photo }) };
  }

  /**
   * Returns the files to send in one request with their command: all of them in the first attempt, if they
   * are small; else null. Without a response to such a request its outcome is unknown, so only a near server
   * gets one. Later attempts upload file by file, which keeps files that arrived; so do all attempts of
   * signed commands.
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

  /**
   * No response is no failure: the server processes its fulfilments automatically. Takes at most
   * `FULFILMENT_MS`.
   */
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
    return await withTimeout(timer, FULFILMENT_MS, answer).catch(() => {
      limit.abort();
      return null;
    });
  }

  /** Returns true if this user has pending entries that are sent automatically. */
  async function isLeft(): Promise<boolean> {
    return nextToSend(await outbox.reload(), identity.user_id(), clock(), NOT_FORCED) !== null;
  }

  return {
    wake,
    /**
     * Sends pending entries once, including those that had no network and pause before their next attempt.
     * For a service worker, which lives only as long as it works; pages use `start`. The pauses after a
     * server error are respected. Returns true if entries are left that are sent automatically.
     */
    async sendOnce(): Promise<boolean> {
      stopped = false;
      const endLife = announceTab(environment);
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
    /**
     * Sends until the returned function is called: immediately, after changes, and when the network or the
     * user returns.
     */
    start(): () => void {
      stopped = false;
      const endLife = announceTab(environment);
      const now = () => wake(true);
      let known = new Set<string>();
      const onOutbox = () => {
        const fresh = newOf(outbox.entries());
        // A press retries older entries immediately, but once: other changes leave the pauses alone.
        const pressed = fresh.some((command_id) => !known.has(command_id));
        known = new Set(fresh);
        if (pressed || (fresh.length > 0 && !running)) wake(pressed);
        // Schedules the service worker for each command and each attempt of this tab, which may close before
        // sending. Not for attempts elsewhere: the worker's own attempts would schedule it again at once.
        if (pressed) environment.sendLater();
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

/**
 * Returns the entries that were just made or pressed again, in this tab or in another that may be about to
 * close.
 */
function newOf(entries: readonly OutboxEntry[]): string[] {
  return entries.flatMap(({ command_id, state, next_attempt_at }) =>
    state === 'queued' && next_attempt_at === 0 ? [command_id] : [],
  );
}

/** The failure of an attempt in which nothing left the device. */
function notSent(): NoResponse {
  return new NoResponse('network', { sent: false });
}

/**
 * Returns false if the command was certainly not processed: it was not sent, the server runs the previous
 * version, or it cannot accept one of the files. The single uploads then show which file failed and why.
 * Throws every other failure.
 */
function isReadDespite(error: unknown): boolean {
  if (error instanceof NoResponse && !error.sent) return false;
  const problem = error instanceof ProblemError ? error.problem : null;
  if (problem && NOT_READ.includes(problem.code)) return false;
  if (problem?.nothing_recorded && NOT_STORED.includes(problem.code)) return false;
  throw error;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && REFUSED_FOR_USER.includes(error.problem.status);
}
