import { beforeAll, describe, expect, test } from 'vitest';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { handoverCommand, handoverReply, RECEIPT_SHA256 } from '../../../tests/support/handover-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import { announcementOf } from '../../commands/notices/announcements.ts';
import { loadCashCommands } from '../../commands/use-messages.ts';
import type { OutboxEntry } from '../outbox-entry.ts';
import { NOT_FORCED, nextToSend } from './next-to-send.ts';
import { answered, attemptBegun, commandFailed, fileFailed, pressedAgain } from './sending-states.ts';

beforeAll(loadCashCommands);

const CHANCE = 0.5;
const NOW = 1_000_000;

function entry(changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return outboxEntry(handoverCommand({ user_id: 'admin' }), { state: 'sending', attempts: 1, ...changes });
}

function problem(status: number, more: Partial<ProblemBody> = {}): ProblemError {
  return new ProblemError({ ...serverProblem('unexpected').problem, status, ...more });
}

const FAILED = { kind: 'error', title: 'Error', description: 'Failed to complete handover' };

describe('a signed command that was certainly not recorded', () => {
  test.each([
    ['no network', new NoResponse('network', { sent: true })],
    ['an ended session', problem(401)],
    ['a busy server', problem(503)],
    ['a failing server', problem(500)],
  ])('waits for another press after an upload that failed with %s', (_, error) => {
    const after = { ...entry(), ...fileFailed(entry(), 'signatures', error, NOW, CHANCE) };
    expect(after).toMatchObject({ state: 'held', command_sent: false });
    expect(announcementOf(after)?.toasts).toEqual([FAILED]);
  });

  test.each([
    ['401', problem(401)],
    ['408', problem(408)],
    ['425', problem(425)],
    ['429', problem(429)],
    ['500 at a stage', problem(500, { stage: 'record' })],
    ['503 at a stage', problem(503, { stage: 'cash' })],
    ['file_missing', serverProblem('file_missing')],
  ])('waits for another press after the response %s', (_, error) => {
    const sent = entry({ command_sent: true });
    const after = { ...sent, ...commandFailed(sent, error, NOW, CHANCE) };
    expect(after).toMatchObject({ state: 'held', command_sent: false });
    expect(announcementOf(after)?.toasts).toEqual([FAILED]);
  });

  test('waits for another press when the command never left the device', () => {
    const sent = entry({ command_sent: true });
    const after = {
      ...sent,
      ...commandFailed(sent, new NoResponse('network', { sent: false }), NOW, CHANCE),
    };
    expect(after.state).toBe('held');
    // Nothing was uploaded, so nothing failed.
    expect(announcementOf(after)?.toasts).toMatchObject([
      { kind: 'warning', title: 'Not sent: no connection' },
    ]);
  });

  test('is not sent automatically, and does not block other commands', () => {
    const held = entry({ state: 'held' });
    expect(nextToSend([held], 'admin', NOW, { at: NOW, answered: true })).toBeNull();
    const other = entry({ command_id: 'other', state: 'queued', device_seq: 2 });
    expect(nextToSend([held, other], 'admin', NOW, { at: NOW, answered: true })).toEqual({ entry: other });
  });

  test('stays the same command when pressed again, and a second failure is announced again', () => {
    const held = entry({ state: 'held', last_error: { stage: 'receipt', problem: null, at: NOW } });
    const again = { ...held, ...pressedAgain(held, 'another') };
    expect(again).toMatchObject({ state: 'queued', next_attempt_at: 0, last_error: null, tab: 'another' });
    expect(again.command_id).toBe(held.command_id);
    expect(announcementOf(again)).toBeNull();
    const failed = { ...again, state: 'held' as const, attempts: held.attempts + 1 };
    expect(announcementOf(failed)?.key).not.toBe(announcementOf(held)?.key);
    expect(pressedAgain(entry({ state: 'unknown' }), 'tab')).toBeNull();
  });
});

describe('a command without a response', () => {
  const unknown = entry({ command_sent: true, state: 'unknown' });

  test('is sent again automatically, and no toast reports a failure', () => {
    const after = {
      ...unknown,
      ...commandFailed(unknown, new NoResponse('timeout', { sent: true }), NOW, CHANCE),
    };
    expect(after).toMatchObject({ state: 'unknown', command_sent: true });
    expect(announcementOf(after)).toBeNull();
    expect(nextToSend([after], 'admin', Number.MAX_SAFE_INTEGER, NOT_FORCED)).toEqual({ entry: after });
  });

  test.each([500, 502, 503, 504])(
    'stays unknown after the status %i without a stage, even on the first attempt',
    (status) => {
      const sent = entry({ command_sent: true });
      const after = { ...sent, ...commandFailed(sent, problem(status), NOW, CHANCE) };
      expect(after).toMatchObject({ state: 'unknown', command_sent: true });
      expect(announcementOf(after)).toBeNull();
      expect(pressedAgain(after, 'tab')).toBeNull();
    },
  );

  test.each([429, 503])('stays unknown after the status %i', (status) => {
    expect(commandFailed(unknown, problem(status), NOW, CHANCE)).toMatchObject({
      state: 'unknown',
      command_sent: true,
    });
  });

  test('stays unknown through an ended session until its user has signed in', () => {
    const after = { ...unknown, ...commandFailed(unknown, problem(401), NOW, CHANCE) };
    expect(after).toMatchObject({ state: 'sign_in', command_sent: true });
    expect(attemptBegun(after).state).toBe('unknown');
  });
});

describe('replies', () => {
  test('success shows the amount and offers the pinned receipt', () => {
    const done = entry(answered(entry(), handoverReply(), NOW));
    expect(done).toMatchObject({ state: 'done', fulfilment: null });
    expect(announcementOf(done)?.toasts).toEqual([
      {
        kind: 'success',
        title: 'Handover Complete',
        names: 'driver',
        description: 'Successfully processed handover for AED 145.00',
        opens: {
          label: 'Open receipt',
          bucket: 'cash-handovers',
          path: expect.stringMatching(/^EOD\/.*\.pdf$/),
          sha256: RECEIPT_SHA256,
        },
      },
    ]);
  });

  test.each([
    ['balance_changed', 'Failed to complete handover'],
    ['driver_not_available', 'Failed to complete handover'],
    ['driver_unknown', 'Driver not found'],
  ] as const)('%s is refused with the text "%s"', (code, description) => {
    const refused = entry({ state: 'refused', problem: serverProblem(code).problem });
    expect(announcementOf(refused)?.toasts).toEqual([{ ...FAILED, description }]);
  });

  test('a taken reference is replaced without a toast', () => {
    const refused = entry({ state: 'refused', problem: serverProblem('reference_taken').problem });
    expect(announcementOf(refused)).toBeNull();
  });
});
