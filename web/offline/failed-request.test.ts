import { expect, test } from 'vitest';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../tests/support/outbox-entry.ts';
import { serverProblem } from '../../tests/support/server-problem.ts';
import type { AttemptFailure } from '../api/attempt.ts';
import { NoResponse, ProblemError } from '../api/errors.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import {
  answered,
  attemptBegun,
  type Changes,
  commandFailed,
  fileFailed,
  pressedAgain,
} from './sending/sending-states.ts';

const CHANCE = 0.5;
const NOW = 1_000_000;

function entry(changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return outboxEntry(deliveryCommand({ user_id: 'driver' }), { state: 'sending', attempts: 1, ...changes });
}

function problem(status: number, more: Partial<ProblemBody> = {}): ProblemError {
  return new ProblemError({ ...serverProblem('unexpected').problem, status, ...more });
}

/** Applies a failed attempt to an entry. */
type Failing = (current: OutboxEntry) => OutboxEntry;
const after =
  (change: (current: OutboxEntry) => Changes): Failing =>
  (current) => ({ ...current, ...change(current) });
const file = (error: AttemptFailure) => after((current) => fileFailed(current, 'photo', error, NOW, CHANCE));
const command = (error: AttemptFailure) => after((current) => commandFailed(current, error, NOW, CHANCE));

const FAILED = problem(500, { request_id: 'failed' });
const BUSY = problem(429, { request_id: 'busy' });
const NO_RESPONSE = new NoResponse('network', { sent: true });
const NEVER_LEFT = new NoResponse('network', { sent: false });

test.each([
  ['a file', file(FAILED)],
  ['the command', command(FAILED)],
  ['the command at a stage', command(problem(503, { request_id: 'failed', stage: 'order' }))],
])('%s failed in the server: the request id is kept until the command is recorded or refused', (_, fails) => {
  const failed = fails(entry());
  expect(failed.failed_request_id).toBe('failed');
  for (const later of [file(NO_RESPONSE), command(NO_RESPONSE), command(NEVER_LEFT), command(BUSY)])
    expect(later(failed).failed_request_id).toBe('failed');
  expect(command(problem(500, { request_id: 'newer' }))(failed).failed_request_id).toBe('newer');
  expect(answered(failed, deliveryReply('o'), NOW).failed_request_id).toBeNull();
  expect(command(problem(422))(failed)).toMatchObject({ state: 'refused', failed_request_id: null });
});

test('the request id is kept when the user presses again without a connection', () => {
  const held = file(FAILED)(entry({ endpoint: 'end_handover' }));
  const pressed = { ...held, ...pressedAgain(held, 'tab') };
  expect(pressed.state).toBe('queued');
  const held_again = file(NO_RESPONSE)({ ...pressed, ...attemptBegun(pressed) });
  expect(held_again).toMatchObject({ state: 'held', failed_request_id: 'failed' });
});

test.each([NO_RESPONSE, BUSY])('%s does not count as a failure in the server', (error) => {
  expect(command(error)(entry()).failed_request_id).toBeNull();
});
