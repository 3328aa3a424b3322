import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import {
  CASH_STAGES,
  type CommandStage,
  DELIVERY_STAGES,
  type ProblemBody,
  type ProblemCode,
} from '../../../contract/rules/problems.ts';
import type { AttemptFailure } from '../../api/attempt.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import {
  type CommandName,
  type EntryState,
  isSentByPressing,
  type OutboxEntry,
  orderToFulfil,
} from '../outbox-entry.ts';
import { durablePauseMs, isFinalForDurable } from './durable-attempt.ts';

/** State transitions of an entry, as pure functions. All times in ms since epoch; `chance` from 0 to 1. */
export type Changes = Partial<OutboxEntry>;

/** Stores a change of the entry that an attempt sends; returns null once another attempt has begun. */
export type Step = (change: (entry: OutboxEntry) => Changes) => Promise<OutboxEntry | null>;

/** The pause if only a change in the server or by a manager can help. */
const LONG_PAUSE_MS = 5 * 60_000;
/** Maximum number of times that files lost by the server are uploaded again. */
const UPLOAD_ROUNDS_MAX = 10;

/**
 * Applies the result of one attempt only while that attempt is current: a tab that lost its turn may get the
 * response to its upload long after another tab has sent the command. Returns null once another attempt has
 * begun, or the entry is held or was pressed again.
 */
export function ofAttempt(number: number, change: (entry: OutboxEntry) => Changes) {
  return (entry: OutboxEntry): Changes | null => {
    const under_way = entry.state === 'sending' || entry.state === 'unknown';
    return under_way && entry.attempts === number ? change(entry) : null;
  };
}

/** Begins an attempt. A command that got no response stays unknown while it is sent again (ruling E3). */
export function attemptBegun(entry: OutboxEntry): Changes {
  return {
    state: entry.command_sent ? 'unknown' : 'sending',
    attempts: entry.attempts + 1,
    next_attempt_at: 0,
    stage: entry.files.find((file) => !file.sent)?.stage ?? null,
  };
}

export function fileSent(entry: OutboxEntry, path: string): Changes {
  const files = entry.files.map((file) => (file.path === path ? { ...file, sent: true } : file));
  return { files, stage: files.find((file) => !file.sent)?.stage ?? null };
}

/**
 * The meaning of a failed attempt for a durable command. refused: final. not_recorded: no attempt was
 * recorded. unknown: this or an earlier attempt may have been recorded. sign_in: its user has to sign in
 * first.
 */
type AttemptOutcome = 'refused' | 'not_recorded' | 'unknown' | 'sign_in';

/** `was_unknown`: an earlier attempt may have been recorded. */
function outcomeOf(failure: AttemptFailure, was_unknown: boolean): AttemptOutcome {
  if (failure instanceof NoResponse) return failure.sent || was_unknown ? 'unknown' : 'not_recorded';
  const { problem } = failure;
  const stage = stageOf(problem);
  const unknown = was_unknown && stage === null;
  if (unknown && leavesEarlierUnknown(problem)) return 'unknown';
  if (isFinalForDurable(problem)) return 'refused';
  if (problem.status === 401) return 'sign_in';
  // Reaching a stage proves that no attempt was recorded: the claim of the command's key waits for every
  // other one. A server that fails without a stage may have lost the reply to its own commit.
  return stage === null && (unknown || problem.status >= 500) ? 'unknown' : 'not_recorded';
}

const STAGES: readonly CommandStage[] = [...DELIVERY_STAGES, ...CASH_STAGES];

function stageOf({ stage }: ProblemBody): CommandStage | null {
  return STAGES.find((one) => one === stage) ?? null;
}

const BEFORE_THE_KEY: readonly ProblemCode[] = ['no_access', 'no_profile', 'malformed', 'invalid_input'];

/** Decided by role or shape before the server looked for its reply to an earlier attempt. */
export function leavesEarlierUnknown({ code, nothing_recorded }: ProblemBody): boolean {
  return BEFORE_THE_KEY.includes(code) && !nothing_recorded;
}

export function fileFailed(
  entry: OutboxEntry,
  stage: CommandStage,
  failure: AttemptFailure,
  now: number,
  chance: number,
): Changes {
  const wait = waiting(entry, { stage, failure, now, chance });
  if (entry.command_sent) return { ...wait, state: 'unknown' };
  const outcome = outcomeOf(failure, false);
  const problem = problemOf(failure);
  if (problem && outcome === 'refused') return refused({ ...problem, stage }, now);
  return { ...wait, state: notRecorded(entry, outcome) };
}

export function answered(entry: OutboxEntry, answer: EndpointResponse<CommandName>, now: number): Changes {
  return {
    state: 'done',
    stage: null,
    answer,
    problem: null,
    last_error: null,
    failed_request_id: null,
    fulfilment: orderToFulfil({ ...entry, answer }) === null ? null : 'pending',
    decided_at: now,
  };
}

export function commandFailed(
  entry: OutboxEntry,
  failure: AttemptFailure,
  now: number,
  chance: number,
): Changes {
  const problem = problemOf(failure);
  const was_unknown = entry.state === 'unknown';
  const outcome = outcomeOf(failure, was_unknown);
  const wait = waiting(entry, { stage: problem && stageOf(problem), failure, now, chance });
  const missing = problem?.code === 'file_missing' ? filesMissing(entry, problem) : null;
  if (missing) return { ...wait, ...missing };
  if (problem && outcome === 'refused') return refused(problem, now);
  const command_sent = outcome === 'unknown' || (outcome === 'sign_in' && was_unknown);
  if (!command_sent) return { ...wait, command_sent, state: notRecorded(entry, outcome) };
  const needs_long_pause = problem && outcome === 'unknown' && leavesEarlierUnknown(problem);
  return {
    ...wait,
    ...(needs_long_pause && { next_attempt_at: now + LONG_PAUSE_MS }),
    command_sent,
    state: outcome,
  };
}

/**
 * Handles uploaded files that the server has lost. A recorded command only lacks its reply. Null after too
 * many rounds.
 */
function filesMissing(entry: OutboxEntry, problem: ProblemBody): Changes | null {
  const recorded = problem.recorded === true;
  // Rounds are counted apart: without signal a device makes hundreds of attempts before its files arrive the
  // first time.
  const upload_rounds = (entry.upload_rounds ?? 0) + 1;
  if (!recorded && upload_rounds > UPLOAD_ROUNDS_MAX) return null;
  const files = entry.files.map((file) => ({ ...file, sent: false }));
  const state = recorded ? 'unknown' : notRecorded(entry, 'not_recorded');
  return { files, upload_rounds, command_sent: recorded, state };
}

/**
 * Returns the changes for a command whose tab ended while it was sending. A signed command then waits for a
 * press, as after a failed upload; null for all others. Requires the turn to send.
 */
export function leftBehind(entry: OutboxEntry): Changes | null {
  const on_its_way = entry.state === 'queued' || entry.state === 'sending';
  if (!on_its_way || entry.command_sent || !isSentByPressing(entry)) return null;
  return { state: 'held', stage: null, last_error: null };
}

/** Returns the state of an entry that is certainly not recorded. */
function notRecorded(entry: OutboxEntry, outcome: AttemptOutcome): EntryState {
  if (isSentByPressing(entry)) return 'held';
  return outcome === 'sign_in' ? 'sign_in' : 'queued';
}

/** Queues the same command again after its user pressed in `tab`. Null if it was not held. */
export function pressedAgain(entry: OutboxEntry, tab: string): Changes | null {
  return entry.state === 'held' ? { state: 'queued', next_attempt_at: 0, last_error: null, tab } : null;
}

function refused(problem: ProblemBody, now: number): Changes {
  return {
    state: 'refused',
    stage: null,
    problem,
    last_error: null,
    failed_request_id: null,
    decided_at: now,
  };
}

type Failed = { stage: CommandStage | null; failure: AttemptFailure; now: number; chance: number };

function waiting(entry: OutboxEntry, { stage, failure, now, chance }: Failed): Changes {
  const requested_ms = failure instanceof ProblemError ? (failure.retry_after_ms ?? 0) : 0;
  const pause_ms = Math.max(requested_ms, durablePauseMs(entry.attempts, chance));
  const problem = problemOf(failure);
  const failed = problem !== null && problem.status >= 500;
  return {
    stage: null,
    next_attempt_at: now + pause_ms,
    last_error: { stage, problem, at: now },
    ...(failed && { failed_request_id: problem.request_id }),
  };
}

function problemOf(failure: AttemptFailure): ProblemBody | null {
  return failure instanceof ProblemError ? failure.problem : null;
}
