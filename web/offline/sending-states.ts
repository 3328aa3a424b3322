import type { EndpointAnswer } from '../../contract/operations/endpoint-schemas.ts';
import {
  CASH_STAGES,
  type CommandStage,
  DELIVERY_STAGES,
  type ProblemBody,
} from '../../contract/rules/problems.ts';
import { saysNothingOfEarlier } from '../api/earlier-attempts.ts';
import { NoAnswer, ProblemError } from '../api/errors.ts';
import type { RulesOf } from './command-rules.ts';
import type { CommandName, EntryState, OutboxEntry } from './outbox-entry.ts';

/** What becomes of an entry, as data in and data out. All times in ms since epoch; `chance` from 0 to 1. */
export type Changes = Partial<OutboxEntry>;

/** Stores a change of the entry that an attempt sends; returns null once another attempt has begun. */
export type Step = (change: (entry: OutboxEntry) => Changes) => Promise<OutboxEntry | null>;

const STAGES: readonly CommandStage[] = [...DELIVERY_STAGES, ...CASH_STAGES];
const RETRIED = [408, 425, 429];
/** Only a change in the server or by a manager makes another attempt worth while. */
const LOOKED_AT_PAUSE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
/** Uploaded files that the server no longer has are uploaded again, but not for ever. */
const UPLOAD_ROUNDS_MAX = 10;

/**
 * What one attempt comes to, which is nothing to what became of the entry since: a tab that lost its turn may hear of its upload
 * long after another has sent the command. Null once another attempt has begun, or the entry is held or was pressed again.
 */
export function ofAttempt(number: number, change: (entry: OutboxEntry) => Changes) {
  return (entry: OutboxEntry): Changes | null => {
    const under_way = entry.state === 'sending' || entry.state === 'unknown';
    return under_way && entry.attempts === number ? change(entry) : null;
  };
}

/** An attempt begins. A command sent before without an answer stays unknown while it is sent again (ruling E3). */
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

/** What depends on the commands' rules. */
export function sendingStates(rulesOf: RulesOf) {
  function fileFailed(
    entry: OutboxEntry,
    stage: CommandStage,
    error: unknown,
    now: number,
    chance: number,
  ): Changes {
    const problem = problemOf(error);
    const wait = waiting(entry, { stage, error, now, chance });
    if (entry.command_sent) return { ...wait, state: 'unknown' };
    if (problem && isFinal(problem)) return refused({ ...problem, stage }, now);
    return { ...wait, state: notRecorded(entry, problem) };
  }

  function answered(entry: OutboxEntry, answer: EndpointAnswer<CommandName>, now: number): Changes {
    const nudge = rulesOf(entry.endpoint).orderToFulfil(answer) !== null;
    return {
      state: 'done',
      stage: null,
      answer,
      problem: null,
      last_error: null,
      failed_request_id: null,
      fulfilment: nudge ? 'pending' : null,
      decided_at: now,
    };
  }

  function commandFailed(entry: OutboxEntry, error: unknown, now: number, chance: number): Changes {
    const problem = problemOf(error);
    const stage = stageOf(problem);
    const wait = waiting(entry, { stage, error, now, chance });
    if (!problem) {
      const sent = !(error instanceof NoAnswer) || error.sent;
      const command_sent = sent || entry.state === 'unknown';
      return { ...wait, command_sent, state: command_sent ? 'unknown' : notRecorded(entry, null) };
    }
    const recorded = problem.recorded === true;
    // Rounds of its own: a phone without signal makes hundreds of attempts before its files are there the first time.
    const upload_rounds = (entry.upload_rounds ?? 0) + 1;
    if (problem.code === 'file_missing' && (recorded || upload_rounds <= UPLOAD_ROUNDS_MAX)) {
      const files = entry.files.map((file) => ({ ...file, sent: false }));
      // Of what is recorded only the answer waits for the files.
      const state = recorded ? 'unknown' : notRecorded(entry, problem);
      return { ...wait, files, upload_rounds, command_sent: recorded, state };
    }
    const unknown = entry.state === 'unknown' && stage === null;
    if (unknown && saysNothingOfEarlier(problem)) {
      return { ...wait, next_attempt_at: now + LOOKED_AT_PAUSE_MS, command_sent: true, state: 'unknown' };
    }
    if (isFinal(problem)) return refused(problem, now);
    // Reaching a stage proves that no attempt was recorded: the claim of the command's key waits for every other one. A
    // server that fails without naming one may have lost the answer to its own commit.
    const command_sent = stage === null && (unknown || problem.status >= 500);
    if (!command_sent) return { ...wait, command_sent, state: notRecorded(entry, problem) };
    return { ...wait, command_sent, state: problem.status === 401 ? 'sign_in' : 'unknown' };
  }

  /**
   * What was being sent when its tab died. What was signed at a table then waits for a press, like every upload of it that
   * came to nothing (ruling E3); null for everything else. Only for whoever has the turn to send.
   */
  function leftBehind(entry: OutboxEntry): Changes | null {
    const on_its_way = entry.state === 'queued' || entry.state === 'sending';
    const by_pressing = rulesOf(entry.endpoint).sent_again === 'by_pressing';
    if (!on_its_way || entry.command_sent || !by_pressing) return null;
    return { state: 'held', stage: null, last_error: null };
  }

  /** Where an entry waits of which it is certain that nothing was recorded (ruling E3). */
  function notRecorded(entry: OutboxEntry, problem: ProblemBody | null): EntryState {
    if (rulesOf(entry.endpoint).sent_again === 'by_pressing') return 'held';
    return problem?.status === 401 ? 'sign_in' : 'queued';
  }

  return { fileFailed, answered, commandFailed, leftBehind };
}

/** Its maker pressed again, in `tab`: the same command goes out once more. Null when it does not wait for that. */
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

type Failure = { stage: CommandStage | null; error: unknown; now: number; chance: number };

function waiting(entry: OutboxEntry, { stage, error, now, chance }: Failure): Changes {
  const asked = error instanceof ProblemError ? (error.retry_after_ms ?? 0) : 0;
  const pause_ms = Math.max(asked, pauseAfter(entry.attempts, chance));
  const problem = problemOf(error);
  const failed = problem !== null && problem.status >= 500;
  return {
    stage: null,
    next_attempt_at: now + pause_ms,
    last_error: { stage, problem, at: now },
    ...(failed && { failed_request_id: problem.request_id }),
  };
}

/** Doubling from 1 s to 1 min, up to a half less by `chance` (0 to 1), so that a shop's phones do not come back all at once. */
export function pauseAfter(attempts: number, chance: number): number {
  const pause_ms = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1));
  return Math.round(pause_ms * (0.5 + chance / 2));
}

/** A password that has to be changed first is no word about the delivery. */
function isFinal({ status, code }: ProblemBody): boolean {
  if (code === 'password_change_required') return false;
  return status >= 400 && status < 500 && status !== 401 && !RETRIED.includes(status);
}

function problemOf(error: unknown): ProblemBody | null {
  return error instanceof ProblemError ? error.problem : null;
}

function stageOf(problem: ProblemBody | null): CommandStage | null {
  return STAGES.find((stage) => stage === problem?.stage) ?? null;
}
