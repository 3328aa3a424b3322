import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { HandoverNotice } from '../screens/day-handovers/HandoverNotice.tsx';
import { UnsentNotice } from './UnsentNotice.tsx';

const actions = { sendNow: () => {}, sendAgain: () => Promise.resolve(), discard: () => Promise.resolve() };
const entry = { command_id: 'one', problem: null, last_error: null };
const MANAGER = /A manager must look whether it was recorded\./;

test('an unknown command that the server does not accept any more needs a manager, and cannot be discarded', async () => {
  const last_error = { problem: { code: 'no_access' as const } };
  await render(
    <UnsentNotice what="deposit" actions={actions} entry={{ ...entry, state: 'unknown', last_error }} />,
  );
  await expect.element(page.getByText(MANAGER)).toBeVisible();
  expect(page.getByRole('button', { name: 'Discard' }).elements()).toEqual([]);
});

test('of a handover an admin looks: the list is theirs', async () => {
  await render(<HandoverNotice state="needs_manager" onSendNow={() => {}} onTakeBack={() => {}} />);
  await expect.element(page.getByText(/An admin must look whether it was recorded\./)).toBeVisible();
});

test('one without any answer is sent again by itself', async () => {
  await render(<UnsentNotice what="deposit" actions={actions} entry={{ ...entry, state: 'unknown' }} />);
  await expect.element(page.getByText(/It is sent again by itself/)).toBeVisible();
  expect(page.getByText(MANAGER).elements()).toEqual([]);
});

test('one that was left behind is shown until it is pressed again or discarded', async () => {
  await render(<UnsentNotice what="deposit" actions={actions} entry={{ ...entry, state: 'held' }} />);
  await expect.element(page.getByText('This deposit is not recorded')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
