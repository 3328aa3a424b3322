import { expect, test } from 'vitest';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { announcementOf } from './announcements.ts';

function entry(changes: Partial<OutboxEntry<'confirm_delivery'>>): OutboxEntry {
  return outboxEntry(deliveryCommand({ user_id: 'driver' }), { attempts: 1, ...changes });
}

function problem(changes: Partial<ProblemBody> = {}): ProblemBody {
  return { ...serverProblem('unexpected').problem, ...changes };
}

const IMAGE = 'Failed to upload delivery image. Please check your internet connection and try again.';

test('a command that is being sent, unknown or waiting for a sign-in has no announcement', () => {
  expect(announcementOf(entry({ state: 'queued' }))).toBeNull();
  expect(announcementOf(entry({ state: 'sending' }))).toBeNull();
  const last_error = { stage: null, problem: null, at: 1 };
  expect(announcementOf(entry({ state: 'unknown', last_error }))).toBeNull();
  expect(announcementOf(entry({ state: 'sign_in', last_error }))).toBeNull();
  const busy = serverProblem('unavailable').problem;
  expect(announcementOf(entry({ last_error: { ...last_error, problem: busy } }))).toBeNull();
});

test('a server without storage space for the photo counts as a failed upload', () => {
  const { problem } = serverProblem('storage_full');
  const full = announcementOf(entry({ last_error: { stage: 'photo', problem, at: 1 } }));
  expect(full?.toasts).toEqual([{ kind: 'error', title: 'Error', description: IMAGE }]);
});

test('a failed upload is announced at once, under the same key for each repeated failure', () => {
  const first = announcementOf(entry({ last_error: { stage: 'photo', problem: null, at: 1 } }));
  expect(first?.toasts).toEqual([{ kind: 'error', title: 'Error', description: IMAGE }]);
  const again = announcementOf(
    entry({ state: 'sending', last_error: { stage: 'photo', problem: problem(), at: 2 } }),
  );
  expect(again?.key).toBe(first?.key);
  expect(announcementOf(entry({ last_error: { stage: 'note', problem: null, at: 3 } }))?.key).not.toBe(
    first?.key,
  );
});

test('a signed command that did not leave the device is not announced as a failure', () => {
  const last_error = { stage: null, problem: null, at: 1 };
  expect(announcementOf(entry({ state: 'held', last_error }))?.toasts).toEqual([
    {
      kind: 'warning',
      title: 'Not sent: no connection',
      description: 'Nothing was recorded. Your input is kept. Press again when the connection is back.',
    },
  ]);
});

test('a failure response is announced with the text of its stage', () => {
  const last_error = { stage: 'order' as const, problem: problem({ stage: 'order' }), at: 1 };
  expect(announcementOf(entry({ last_error }))?.toasts[0]?.description).toBe('Failed to update order status');
  const without = { stage: null, problem: problem(), at: 1 };
  expect(announcementOf(entry({ last_error: without }))?.toasts[0]?.description).toBe(
    'An unexpected error occurred',
  );
});

test('a refused file is announced as a failed upload, a refused command by its code', () => {
  const file = entry({
    state: 'refused',
    problem: { ...serverProblem('file_type').problem, stage: 'photo' },
  });
  expect(announcementOf(file)?.toasts[0]?.description).toBe(IMAGE);
  const command = entry({
    state: 'refused',
    problem: serverProblem('payment_confirmation_required').problem,
  });
  expect(announcementOf(command)?.toasts[0]?.title).toBe('Payment Confirmation Required');
});

test('a done delivery is announced once the fulfilment is known, in order', () => {
  const answer = deliveryReply('order');
  expect(announcementOf(entry({ state: 'done', answer, fulfilment: 'pending' }))).toBeNull();
  const done = announcementOf(entry({ state: 'done', answer, fulfilment: { result: 'failed' } }));
  expect(done?.toasts.map(({ title }) => title)).toEqual([
    'Warning',
    'Cash tracking updated. New total: AED 145.00',
    'Delivery Confirmed',
  ]);
});

test('a delivery that failed without a stage is announced once, and not as unrecorded', () => {
  const { problem } = serverProblem('unexpected');
  const unknown = entry({ state: 'unknown', last_error: { stage: null, problem, at: 0 } });
  expect(announcementOf(unknown)).toEqual({
    key: 'failed unexpected',
    toasts: [{ kind: 'error', title: 'Error', description: 'An unexpected error occurred' }],
  });
  const busy = { stage: null, problem: serverProblem('unavailable').problem, at: 0 };
  expect(announcementOf(entry({ state: 'unknown', last_error: busy }))).toBeNull();
});
