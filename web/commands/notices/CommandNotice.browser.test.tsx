import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { handoverCommand } from '../../../tests/support/handover-command.ts';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { CommandNotice } from './CommandNotice.tsx';
import { standingOf } from './standing.ts';

const MANAGER = /A manager must check whether it was recorded\./;

type Shown = Pick<OutboxEntry, 'endpoint' | 'state'> &
  Partial<Pick<OutboxEntry, 'last_error' | 'failed_request_id'>>;

function show({ last_error = null, failed_request_id = null, ...entry }: Shown) {
  const standing = standingOf({ ...entry, last_error }, true);
  const { command_id, input } = handoverCommand({ user_id: 'admin' });
  const noticed = { ...entry, failed_request_id, command_id, input, problem: null };
  return render(<CommandNotice entry={noticed} standing={standing} />);
}

const NO_ACCESS = { stage: null, problem: serverProblem('no_access').problem, at: 0 };

test('an unknown command that the server no longer accepts needs a manager, and cannot be discarded', async () => {
  await show({ endpoint: 'record_deposit', state: 'unknown', last_error: NO_ACCESS });
  await expect.element(page.getByText(MANAGER)).toBeVisible();
  expect(page.getByRole('button', { name: 'Discard' }).elements()).toEqual([]);
});

test('an unknown handover needs an admin, who has access to the list', async () => {
  await show({ endpoint: 'end_handover', state: 'unknown', last_error: NO_ACCESS });
  await expect.element(page.getByText(/An admin must check whether it was recorded\./)).toBeVisible();
});

test('an unknown command without a response is sent again automatically', async () => {
  await show({ endpoint: 'record_deposit', state: 'unknown' });
  await expect.element(page.getByText(/It is sent again automatically/)).toBeVisible();
  expect(page.getByText(MANAGER).elements()).toEqual([]);
});

test('a held command is shown with a button to try again', async () => {
  await show({ endpoint: 'record_deposit', state: 'held' });
  await expect.element(page.getByText('This deposit is not recorded')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a failure in the server shows the request id', async () => {
  const failed_request_id = '01a20b2f-018b-7d8b-8b76-14b97558ef1b';
  await show({ endpoint: 'record_deposit', state: 'held', failed_request_id });
  await expect.element(page.getByText(`Request ${failed_request_id}`)).toBeVisible();
});

test('without a failure in the server no request id is shown', async () => {
  await show({ endpoint: 'record_deposit', state: 'unknown', last_error: NO_ACCESS });
  await expect.element(page.getByText(MANAGER)).toBeVisible();
  expect(page.getByText(/^Request/).elements()).toEqual([]);
});
