import { describe, expect, test } from 'vitest';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import type { AttemptFailure } from '../../api/attempt.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import { needsManager } from '../../commands/notices/standing.ts';
import { isDecided, type OutboxEntry } from '../outbox-entry.ts';
import {
  answered,
  attemptBegun,
  commandFailed,
  fileFailed,
  fileSent,
  leftBehind,
  ofAttempt,
} from './sending-states.ts';

const CHANCE = 0.5;
const NOW = 1_000_000;

/** An entry that is being sent and whose files are all uploaded. */
function entry(changes: Partial<OutboxEntry> = {}): OutboxEntry {
  const made = outboxEntry(deliveryCommand({ user_id: 'driver' }));
  const files = made.files.map((file) => ({ ...file, sent: true }));
  return { ...made, files, state: 'sending', command_sent: true, attempts: 1, ...changes };
}

function problem(status: number, more: Partial<ProblemBody> = {}): ProblemError {
  return new ProblemError({ ...serverProblem('unexpected').problem, status, ...more });
}

/** The expected state after a failed upload with this status: retry, sign in or refused. */
function expected(status: number): string {
  if (status === 401) return 'sign_in';
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'queued' : 'refused';
}

/** A command that fails in the server without a stage may have been recorded. */
function expectedOfCommand(status: number): string {
  return status >= 500 ? 'unknown' : expected(status);
}

const STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index);

describe('every status of a problem decides the state', () => {
  test.each(STATUSES)('%i for a command sent for the first time', (status) => {
    const after = { ...entry(), ...commandFailed(entry(), problem(status), NOW, CHANCE) };
    expect(after.state).toBe(expectedOfCommand(status));
    expect(isDecided(after)).toBe(after.state === 'refused');
    if (after.state === 'refused') expect(after.problem?.status).toBe(status);
    else expect(after).toMatchObject({ command_sent: status >= 500, problem: null, last_error: { at: NOW } });
  });

  test.each(STATUSES)(
    '%i after an attempt without a response proves nothing unless it is final',
    (status) => {
      const unknown = entry({ state: 'unknown' });
      const after = { ...unknown, ...commandFailed(unknown, problem(status), NOW, CHANCE) };
      expect(after.state).toBe(expected(status) === 'queued' ? 'unknown' : expected(status));
      if (after.state !== 'refused') expect(after.command_sent).toBe(true);
    },
  );

  test.each(STATUSES)('%i for a file', (status) => {
    const uploading = entry({ command_sent: false });
    const after = { ...uploading, ...fileFailed(uploading, 'photo', problem(status), NOW, CHANCE) };
    expect(after.state).toBe(expected(status));
    if (after.state === 'refused') expect(after.problem).toMatchObject({ status, stage: 'photo' });
    else expect(after.last_error).toMatchObject({ stage: 'photo' });
  });

  test.each(STATUSES)('%i for a file does not undo a command that was sent', (status) => {
    for (const state of ['sending', 'unknown'] as const) {
      const after = fileFailed(entry({ state }), 'photo', problem(status), NOW, CHANCE);
      expect({ ...entry({ state }), ...after }).toMatchObject({ state: 'unknown', command_sent: true });
    }
  });
});

const NO_RESPONSE = new NoResponse('network', { sent: true });
const NEVER_LEFT = new NoResponse('network', { sent: false });
const MISSING = serverProblem('file_missing');
const KEPT_MISSING = problem(409, { code: 'file_missing', recorded: true });

type Outcome = (current: OutboxEntry) => Partial<OutboxEntry>;
const file = (error: AttemptFailure) => (current: OutboxEntry) =>
  fileFailed(current, 'photo', error, NOW, CHANCE);
const command = (error: AttemptFailure) => (current: OutboxEntry) =>
  commandFailed(current, error, NOW, CHANCE);

/**
 * The state after each outcome of an attempt: for a delivery, for a signed command, and for either if an
 * earlier attempt was sent. An asterisk marks that the command may have reached the server.
 */
const OUTCOMES: [string, Outcome, string, string, string][] = [
  ['a file is uploaded', (current) => fileSent(current, 'photo'), 'sending', 'sending', 'unknown*'],
  ['a file got no response', file(NO_RESPONSE), 'queued', 'held', 'unknown*'],
  ['a file was refused', file(problem(415)), 'refused', 'refused', 'unknown*'],
  ['a file needs a sign-in', file(problem(401)), 'sign_in', 'held', 'unknown*'],
  ['a file was rejected by a busy server', file(problem(503)), 'queued', 'held', 'unknown*'],
  ['a file is missing on the device', file(MISSING), 'refused', 'refused', 'unknown*'],
  ['the command is sent', () => ({ command_sent: true }), 'sending*', 'sending*', 'unknown*'],
  ['the command got no response', command(NO_RESPONSE), 'unknown*', 'unknown*', 'unknown*'],
  ['the command never left the device', command(NEVER_LEFT), 'queued', 'held', 'unknown*'],
  ['the command was refused', command(problem(409)), 'refused', 'refused', 'refused'],
  ['the command needs a sign-in', command(problem(401)), 'sign_in', 'held', 'sign_in*'],
  ['the command was rejected by a busy server', command(problem(503)), 'unknown*', 'unknown*', 'unknown*'],
  ['the command failed at a stage', command(problem(500, { stage: 'order' })), 'queued', 'held', 'queued'],
  ['the command lacks its files', command(MISSING), 'queued', 'held', 'queued'],
  ['a recorded command lacks its files', command(KEPT_MISSING), 'unknown*', 'unknown*', 'unknown*'],
];

describe('the outcome of an attempt', () => {
  const first = { state: 'sending', command_sent: false, attempts: 2 } as const;
  const again = { state: 'unknown', command_sent: true, attempts: 2 } as const;
  const stateAfter = (current: OutboxEntry, outcome: Outcome) => {
    const next = { ...current, ...ofAttempt(2, outcome)(current) };
    return next.command_sent && !isDecided(next) ? `${next.state}*` : next.state;
  };

  test.each(OUTCOMES)(
    '%s: the entry of that attempt gets the expected state',
    (_, outcome, delivery, table, sent) => {
      expect(stateAfter(entry(first), outcome)).toBe(delivery);
      expect(stateAfter(entry({ ...first, endpoint: 'end_handover' }), outcome)).toBe(table);
      expect(stateAfter(entry(again), outcome)).toBe(sent);
    },
  );

  test.each(OUTCOMES)('%s: an entry that has changed since stays unchanged', (_, outcome) => {
    const since: Partial<OutboxEntry>[] = [
      { ...first, attempts: 3 },
      { ...first, attempts: 3, command_sent: true },
      { ...again, attempts: 3 },
      { ...first, state: 'held' },
      { ...first, state: 'queued' },
      { ...first, state: 'sign_in' },
      { ...first, state: 'refused' },
      { ...first, state: 'done' },
    ];
    for (const changes of since) expect(ofAttempt(2, outcome)(entry(changes))).toBeNull();
  });
});

test.each(['network', 'timeout', 'aborted', 'not_ours'] as const)(
  'a command without a response (%s) is unknown',
  (reason) => {
    const after = commandFailed(entry(), new NoResponse(reason, { sent: true }), NOW, CHANCE);
    expect(after).toMatchObject({
      state: 'unknown',
      command_sent: true,
      last_error: { problem: null, stage: null },
    });
  },
);

test('a failure before the command left the device is not unknown', () => {
  const nothing_sent = new NoResponse('network', { sent: false });
  expect(commandFailed(entry(), nothing_sent, NOW, CHANCE)).toMatchObject({
    state: 'queued',
    command_sent: false,
  });
  expect(commandFailed(entry({ state: 'unknown' }), nothing_sent, NOW, CHANCE).state).toBe('unknown');
});

test('a file without a response is a failed upload of its stage', () => {
  const uploading = entry({ command_sent: false });
  const after = fileFailed(uploading, 'note', new NoResponse('network', { sent: true }), NOW, CHANCE);
  expect(after).toMatchObject({ state: 'queued', last_error: { stage: 'note', problem: null } });
});

test.each(['no_access', 'no_profile', 'malformed', 'invalid_input'] as const)(
  '%s, decided before the key is looked up, refuses a first attempt and leaves an unknown one unknown',
  (code) => {
    const error = serverProblem(code);
    expect(commandFailed(entry(), error, NOW, CHANCE).state).toBe('refused');
    const unknown = entry({ state: 'unknown' });
    const after = { ...unknown, ...commandFailed(unknown, error, NOW, CHANCE) };
    expect(after).toMatchObject({ state: 'unknown', command_sent: true, last_error: { problem: { code } } });
    expect(after.next_attempt_at).toBeGreaterThanOrEqual(NOW + 5 * 60_000);
    expect(needsManager(after)).toBe(true);
    expect(needsManager({ ...after, ...commandFailed(after, problem(503), NOW, CHANCE) })).toBe(false);
  },
);

test.each(['no_access', 'invalid_input'] as const)(
  '%s, decided after the key was looked up, also refuses an unknown command',
  (code) => {
    const error = problem(422, { code, nothing_recorded: true });
    const unknown = entry({ state: 'unknown' });
    expect(commandFailed(unknown, error, NOW, CHANCE)).toMatchObject({ state: 'refused', problem: { code } });
  },
);

test('a refused command and one without a response need no manager', () => {
  const refused = { ...entry(), ...commandFailed(entry(), serverProblem('no_access'), NOW, CHANCE) };
  expect(needsManager(refused)).toBe(false);
  const unanswered = {
    ...entry(),
    ...commandFailed(entry(), new NoResponse('timeout', { sent: true }), NOW, CHANCE),
  };
  expect(needsManager(unanswered)).toBe(false);
});

test('a signed command whose tab ended during the upload waits for a press', () => {
  const handover = { endpoint: 'end_handover', command_sent: false } as const;
  for (const state of ['queued', 'sending'] as const) {
    expect(leftBehind(entry({ ...handover, state }))).toMatchObject({ state: 'held' });
    expect(leftBehind(entry({ command_sent: false, state }))).toBeNull();
    expect(leftBehind(entry({ ...handover, command_sent: true, state }))).toBeNull();
  }
  for (const state of ['unknown', 'held', 'sign_in'] as const)
    expect(leftBehind(entry({ ...handover, state }))).toBeNull();
});

test('an unexpected error past the claim of the key proves that nothing was recorded', () => {
  const failed = problem(500, { stage: 'order' });
  const after = commandFailed(entry({ state: 'unknown' }), failed, NOW, CHANCE);
  expect(after).toMatchObject({ state: 'queued', command_sent: false, last_error: { stage: 'order' } });
});

test('an unknown stage selects no toast', () => {
  expect(commandFailed(entry(), problem(500, { stage: 'moon' }), NOW, CHANCE).last_error?.stage).toBeNull();
});

test('files that the server has lost are uploaded again a limited number of times', () => {
  const missing = serverProblem('file_missing');
  // Simulates a morning without signal: hundreds of attempts failed before the files were first uploaded.
  let waiting = entry({ attempts: 300 });
  for (let round = 1; round <= 10; round += 1) {
    waiting = { ...waiting, ...commandFailed(waiting, missing, NOW, CHANCE) };
    expect(waiting).toMatchObject({ state: 'queued', upload_rounds: round });
    expect(waiting.files.map((file) => file.sent)).toEqual([false, false]);
  }
  expect(commandFailed(waiting, missing, NOW, CHANCE).state).toBe('refused');
});

test('files lost after the command was recorded are uploaded again automatically until the reply arrives', () => {
  const lost = problem(409, { code: 'file_missing', recorded: true });
  for (const endpoint of ['confirm_delivery', 'end_handover'] as const) {
    const sent = entry({ endpoint, attempts: 10 });
    const after = { ...sent, ...commandFailed(sent, lost, NOW, CHANCE) };
    expect(after).toMatchObject({ state: 'unknown', command_sent: true });
    expect(after.files.map((file) => file.sent)).toEqual([false, false]);
    const again = { ...after, ...attemptBegun(after) };
    for (const failure of [new NoResponse('network', { sent: false }), problem(415, { code: 'file_type' })]) {
      expect(fileFailed(again, 'note', failure, NOW, CHANCE)).toMatchObject({ state: 'unknown' });
    }
  }
});

test('an attempt that begins after a crash knows if the command had been sent', () => {
  expect(attemptBegun(entry({ command_sent: true })).state).toBe('unknown');
  expect(attemptBegun(entry({ command_sent: false })).state).toBe('sending');
});

test('the stage is that of the file being uploaded', () => {
  const files = entry().files.map((file) => ({ ...file, sent: false }));
  const begun = {
    ...entry({ files, command_sent: false }),
    ...attemptBegun(entry({ files, command_sent: false })),
  };
  expect(begun.stage).toBe('photo');
  const after_photo = { ...begun, ...fileSent(begun, begun.files[0]?.path ?? '') };
  expect(after_photo.stage).toBe('note');
  expect(fileSent(after_photo, after_photo.files[1]?.path ?? '').stage).toBeNull();
});

test('a done delivery waits for the fulfilment request only if it completed the order', () => {
  expect(answered(entry(), deliveryReply('o'), NOW)).toMatchObject({ state: 'done', fulfilment: 'pending' });
  const cancelled = deliveryReply('o', { outcome: 'recorded_with_conflict', conflict: 'cancelled' });
  expect(answered(entry(), cancelled, NOW)).toMatchObject({ state: 'done', fulfilment: null });
});

test('a pause is never shorter than the server requested', () => {
  const requested = new ProblemError(serverProblem('unavailable').problem, 120_000);
  expect(commandFailed(entry(), requested, NOW, CHANCE).next_attempt_at).toBe(NOW + 120_000);
});
