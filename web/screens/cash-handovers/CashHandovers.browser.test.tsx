import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CollectCash } from '../../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import {
  dismissToasts,
  losesResponseThenPauses,
  sendNow,
  showPage,
  toasts,
} from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { shownMarks } from '../../../tests/support/marks.ts';
import { press } from '../../../tests/support/press.ts';
import { HOLDERS } from '../../../tests/support/sample-cash.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { signPad } from '../../../tests/support/sign-pad.ts';
import { CashHandovers } from './CashHandovers.tsx';

const FAILED = 'Collection Failed / Failed to process cash collection. Please try again.';
const PATH = '/api/collections';
const OUTSTANDING = 'GET /api/cash/outstanding';
const [OWN, JOSEPH, BILAL] = HOLDERS;

let server: ManagerServer;

beforeEach(async () => {
  server = await managerServer();
  server.rows = [OWN, JOSEPH, BILAL].flatMap((row) => (row ? [row] : []));
  if (server.rows[0]) server.rows[0] = { ...server.rows[0], user_id: server.manager.id };
});

afterEach(async () => {
  await dismissToasts();
  writeSession(null);
  server.restore();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const amount = () => page.getByLabelText('Amount to Collect (AED)');
const shownAs = (label: string, state: string) => page.getByRole('img', { name: `${label}, ${state}` });
const sent = () => server.sent<CollectCash>(PATH);

async function expectToast(text: string): Promise<void> {
  await vi.waitFor(() => expect(toasts()).toEqual([text]));
}

async function open() {
  const shown = await showPage(<CashHandovers />);
  await expect.element(page.getByText('Outstanding Cash by User')).toBeVisible();
  return shown;
}

/** Opens the dialog of one person and continues to the third step. */
async function prepare(from = 'Joseph Mathew', typed = '100'): Promise<void> {
  await press(button(`Collect Cash from ${from}`));
  await signFor(typed);
}

async function signFor(typed: string): Promise<void> {
  await userEvent.fill(amount(), typed);
  await press(button('Continue to Signatures'));
  await signPad('Manager Signature');
  await signPad('Staff Member Signature');
  await press(button('Review & Confirm'));
  await expect.element(page.getByText('Both signatures have been captured.')).toBeVisible();
}

const confirm = () => button('Confirm Collection');

describe('missing parts of a collection', () => {
  it('are marked with a toast until they are filled in, step by step', async () => {
    await open();
    await press(button('Collect Cash from Joseph Mathew'));
    const fixes: [string, string, () => Promise<unknown>][] = [
      [
        'Enter an amount above AED 0.00',
        'Invalid Amount / Please enter a valid amount greater than 0',
        () => userEvent.fill(amount(), '395.01'),
      ],
      [
        'Enter at most AED 395.00',
        'Amount Too High / Amount cannot exceed AED 395.00',
        () => button('All, AED 395.00').click(),
      ],
    ];
    for (const [words, toast, fix] of fixes) {
      await button('Continue to Signatures').click();
      await vi.waitFor(() => expect(shownMarks()).toEqual([words]));
      await expectToast(toast);
      await expect.element(amount()).toHaveFocus();
      await fix();
      await vi.waitFor(() => expect([shownMarks(), toasts()]).toEqual([[], []]));
    }
    await press(button('Continue to Signatures'));
    await signPad('Manager Signature');
    await press(button('Review & Confirm'));
    await vi.waitFor(() => expect(shownMarks()).toEqual(['The staff member signs here']));
    await expectToast('Missing Signatures / Both manager and user signatures are required');
    await expect.element(shownAs('Manager Signature', 'signed')).toBeVisible();
    await signPad('Staff Member Signature');
    await vi.waitFor(() => expect([shownMarks(), toasts()]).toEqual([[], []]));
  });

  it('lose their toast when the dialog closes, and Enter does not continue to the signatures', async () => {
    await open();
    await press(button('Collect Cash from Joseph Mathew'));
    await userEvent.fill(amount(), '100');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Step 1 of 3: Amount')).toBeVisible();
    await userEvent.fill(amount(), '0');
    await press(button('Continue to Signatures'));
    await expectToast('Invalid Amount / Please enter a valid amount greater than 0');
    await press(button('Cancel'));
    await press(button('Discard'));
    await vi.waitFor(() => expect(toasts()).toEqual([]));
  });
});

describe('the list', () => {
  it('is reloaded when the window regains the focus', async () => {
    await open();
    server.rows = server.rows.filter(({ full_name }) => full_name === 'Joseph Mathew');
    window.dispatchEvent(new Event('focus'));
    await expect.element(page.getByRole('region', { name: 'Users with Cash' })).toHaveTextContent('1');
  });

  it('adds pending cash, marks disabled users and does not collect from the manager', async () => {
    await open();
    await expect
      .element(page.getByRole('region', { name: 'Total Outstanding' }))
      .toHaveTextContent('AED 1,040.00');
    await expect.element(page.getByRole('region', { name: 'Users with Cash' })).toHaveTextContent('3');
    await expect
      .element(page.getByRole('region', { name: 'Collection Status' }))
      .toHaveTextContent('Pending');
    await expect.element(page.getByText('AED 145.00 waiting to be posted')).toBeVisible();
    await expect.element(page.getByText('Account disabled')).toBeVisible();
    await expect.element(button('Collect Cash from Omar Farouk')).toBeDisabled();
    await expect.element(page.getByText('You hold this: record a bank deposit')).toBeVisible();
    const summary = page.getByRole('region', { name: 'End of Day Collection Summary' });
    await expect.element(summary).toHaveTextContent(/Number of Collections2/);
    const words =
      'Omar Farouk (you) holds AED 500.00, Joseph Mathew holds AED 395.00, Bilal Ahmed holds AED 145.00';
    await expect.element(page.getByRole('img', { name: words })).toBeVisible();
  });

  it('is a table on a wide screen', async () => {
    await open();
    await page.viewport(1280, 800);
    const table = page.getByRole('table', { name: 'Outstanding Cash by User' });
    await expect.element(table).toBeVisible();
    const heads = [...table.element().querySelectorAll('thead th')].map(({ textContent }) => textContent);
    expect(heads).toEqual(['Staff Member', 'Role', 'Cash on Hand', 'Last Updated', 'Actions']);
    const joseph = [...table.element().querySelectorAll('tbody tr')][1];
    expect([...(joseph?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Joseph Mathew',
      'Driver',
      'AED 395.00AED 145.00 waiting to be posted',
      'Nov 20, 2026 13:30',
      'Collect Cash',
    ]);
  });

  it('styles each role differently below a subtitle', async () => {
    const roles = ['Manager', 'Driver', 'Admin', 'Dispatcher'];
    server.rows = HOLDERS.slice(1, 2).flatMap((joseph) =>
      roles.map((role) => ({ ...joseph, user_id: newId(), role })),
    );
    await open();
    await expect
      .element(page.getByText('Monitor outstanding balances and manage end-of-day collections'))
      .toBeVisible();
    await page.viewport(1280, 800);
    const table = page.getByRole('table', { name: 'Outstanding Cash by User' });
    await expect.element(table).toBeVisible();
    const badges = [...table.element().querySelectorAll<HTMLElement>('td:nth-child(2) [data-tone]')];
    expect(badges.map(({ textContent, dataset }) => [textContent, dataset.tone])).toEqual([
      ['Manager', 'done'],
      ['Driver', 'accent'],
      ['Admin', 'warn'],
      ['Dispatcher', 'neutral'],
    ]);
  });

  it('shows an empty state when no user holds cash', async () => {
    server.rows = [];
    await showPage(<CashHandovers />);
    await expect.element(page.getByText('No outstanding cash balances')).toBeVisible();
    await expect.element(page.getByText('All users have zero cash on hand')).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Collection Status' }))
      .toHaveTextContent('Complete');
    expect(button('Start Collection Process').elements()).toEqual([]);
  });

  it('is reloaded by Refresh Data, and each failure shows a toast', async () => {
    await open();
    await expect.element(page.getByText(/^Updated \d\d:\d\d$/)).toBeVisible();
    const respond = server.answers.get(OUTSTANDING);
    let arrive = () => {};
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    server.answers.set(OUTSTANDING, async (asked) => {
      await arrives;
      return (await respond?.(asked)) ?? problem('not_found');
    });
    server.rows = server.rows.slice(1);
    await button('Refresh Data').click();
    await expect.element(page.getByText('Refreshing...')).toBeVisible();
    arrive();
    await expect
      .element(page.getByRole('region', { name: 'Total Outstanding' }))
      .toHaveTextContent('AED 540.00');
    server.fault = () => problem('unexpected');
    await press(button('Refresh Data'));
    await expectToast('Error / Failed to fetch cash tracking data');
    await expect
      .element(page.getByRole('region', { name: 'Total Outstanding' }))
      .toHaveTextContent('AED 540.00');
    await dismissToasts();
    await expect.element(button('Refresh Data')).not.toHaveAttribute('aria-busy');
    await press(button('Refresh Data'));
    await expectToast('Error / Failed to fetch cash tracking data');
    server.fault = () => undefined;
  });
});

describe('a collection', () => {
  it('is limited to the available cash in steps of one fils, and signed on pads of 280 by 120 px', async () => {
    await open();
    await press(button('Collect Cash from Joseph Mathew'));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toHaveTextContent(/Available CashAED 395\.00/);
    for (const [name, value] of Object.entries({ step: '0.01', min: '0', max: '395.00' }))
      await expect.element(amount()).toHaveAttribute(name, value);
    await userEvent.fill(amount(), '100');
    await press(button('Continue to Signatures'));
    for (const label of ['Manager Signature', 'Staff Member Signature']) {
      const { width, height } = shownAs(label, 'not signed').element().getBoundingClientRect();
      expect([width, height]).toEqual([280, 120]);
    }
  });

  it('above ten times the usual amount must be confirmed before the signatures', async () => {
    server.usual_fils = 1_000;
    await open();
    await press(button('Collect Cash from Joseph Mathew'));
    await userEvent.fill(amount(), '100,50');
    await expect
      .element(page.getByText('This is more than 10 times the usual amount of AED 10.00.'))
      .toBeVisible();
    await expect
      .element(page.getByText('Cash on hand of Joseph Mathew afterwards:'))
      .toHaveTextContent(/AED 294\.50/);
    await press(button('Continue to Signatures'));
    await expectToast('Check the Amount / Confirm that AED 100.50 is right before anyone signs');
    await press(page.getByLabelText('I have checked this amount'));
    await press(button('Continue to Signatures'));
    await expect.element(page.getByText('Step 2 of 3: Signatures')).toBeVisible();
  });

  it('is rejected after the balance dropped, and returns to the first step with empty pads', async () => {
    await open();
    await prepare();
    server.fault = ({ path }) =>
      path === PATH ? problem('amount_too_high', { current_fils: 4_500, stage: 'cash' }) : undefined;
    await press(confirm());
    await expectToast('Amount Too High / Amount cannot exceed AED 45.00');
    await expect.element(page.getByText('Step 1 of 3: Amount')).toBeVisible();
    await expect.element(page.getByText('The cash on hand has changed')).toBeVisible();
    await expect.element(amount()).toHaveValue('100');
    await dismissToasts();

    server.fault = () => undefined;
    await userEvent.fill(amount(), '45');
    await press(button('Continue to Signatures'));
    await expect.element(shownAs('Manager Signature', 'not signed')).toBeVisible();
    await signPad('Manager Signature');
    await signPad('Staff Member Signature');
    await press(button('Review & Confirm'));
    await press(confirm());
    await expectToast('Cash Collection Successful / Successfully collected AED 45.00 from Joseph Mathew');
    const [first, second] = sent();
    expect(second?.key).not.toBe(first?.key);
    expect(second?.body.handover_reference).not.toBe(first?.body.handover_reference);
  });

  it('is sent again unchanged on a second press, and as a new command after a change', async () => {
    await open();
    await prepare();
    server.fault = ({ path }) => (path === PATH ? problem('unexpected', { stage: 'record' }) : undefined);
    await press(confirm());
    await expectToast(FAILED);
    await dismissToasts();
    await press(confirm());
    await expectToast(FAILED);
    await dismissToasts();
    await press(button('Back'));
    await press(button('Back'));
    await signFor('90');
    server.fault = () => undefined;
    await press(confirm());
    await expectToast('Cash Collection Successful / Successfully collected AED 90.00 from Joseph Mathew');
    const [first, again, changed] = sent();
    expect(again).toEqual(first);
    expect(changed?.key).not.toBe(first?.key);
    expect(changed?.body.amount_fils).toBe(9_000);
    expect(server.recorded.size).toBe(1);
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
  });

  it('keeps its input on the way back, clears the pads for another amount and loses all when closed', async () => {
    await open();
    await prepare();
    await expect.element(page.getByText('This action will update cash balances immediately.')).toBeVisible();
    await button('Back').click();
    await expect.element(shownAs('Manager Signature', 'signed')).toBeVisible();
    await button('Back').click();
    await expect.element(amount()).toHaveValue('100');
    await button('Continue to Signatures').click();
    await expect.element(shownAs('Staff Member Signature', 'signed')).toBeVisible();

    await button('Back').click();
    await userEvent.fill(amount(), '90');
    await button('Continue to Signatures').click();
    await expect
      .element(page.getByText('The signatures were cleared because the content to be signed has changed.'))
      .toBeVisible();
    await expect.element(shownAs('Manager Signature', 'not signed')).toBeVisible();

    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    await button('Collect Cash from Joseph Mathew').click();
    await expect.element(page.getByText('Step 1 of 3: Amount')).toBeVisible();
    await expect.element(amount()).toHaveValue('');
    expect(sent()).toEqual([]);
  });

  it('pressed again after a failed upload and an unknown driver is recorded once', async () => {
    await open();
    await prepare();
    for (const fault of ['lost', problem('driver_unknown')]) {
      const upload = fault === 'lost';
      server.fault = ({ method, path }) =>
        (upload ? method === 'PUT' : path === PATH) ? (fault as 'lost' | Response) : undefined;
      await confirm().click();
      await expectToast(FAILED);
      await dismissToasts();
      await expect.element(page.getByText('Both signatures have been captured.')).toBeVisible();
      expect(sent()).toHaveLength(upload ? 0 : 1);
    }
    server.fault = () => undefined;
    const pressed = confirm().element() as HTMLButtonElement;
    pressed.click();
    pressed.click();
    await expectToast('Cash Collection Successful / Successfully collected AED 100.00 from Joseph Mathew');
    expect(sent()).toHaveLength(2);
    expect(server.recorded.size).toBe(1);
  });

  it('shows an Arabic and a very long name in full', async () => {
    const names = ['عبد الرحمن السويدي', `${'Maximilian-Alexander '.repeat(6)}von Hohenzollern`];
    server.rows = names.flatMap((full_name) => (BILAL ? [{ ...BILAL, user_id: newId(), full_name }] : []));
    await open();
    for (const full_name of names) {
      await button(`Collect Cash from ${full_name}`).click();
      await expect.element(page.getByRole('dialog')).toHaveTextContent(`From${full_name}`);
      await signFor('145');
      await confirm().click();
      await expectToast(`Cash Collection Successful / Successfully collected AED 145.00 from ${full_name}`);
      await dismissToasts();
    }
    expect(sent().map(({ body }) => body.user_signature.signer)).toEqual(names);
  });

  it('cannot be pressed or closed while it is being sent', async () => {
    await open();
    await prepare();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.answers.set(`POST ${PATH}`, async (asked) => {
      await held;
      return json(server.record(asked));
    });
    await press(confirm());
    await expect.element(button('Processing...')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Back')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    release();
    await expectToast('Cash Collection Successful / Successfully collected AED 100.00 from Joseph Mathew');
    expect(sent()).toHaveLength(1);
  });

  it('gets a new reference automatically when its own is taken', async () => {
    await open();
    await prepare();
    server.fault = ({ path }) =>
      path === PATH && sent().length < 2 ? problem('reference_taken') : undefined;
    await confirm().click();
    await expectToast('Cash Collection Successful / Successfully collected AED 100.00 from Joseph Mathew');
    const [first, second] = sent();
    expect(second?.body.handover_reference).not.toBe(first?.body.handover_reference);
    expect(server.recorded.size).toBe(1);
  });

  it('with a lost response is read-only and offers only Send now, also after a reload', async () => {
    const first = await open();
    await prepare();
    server.fault = losesResponseThenPauses(PATH);
    await press(confirm());
    await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
    expect(confirm().elements()).toEqual([]);
    expect(button('Back').elements()).toEqual([]);
    await button('Cancel').click();
    await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
    await first.unmount();
    await open();
    await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
    await expect.element(page.getByText(/AED 100\.00 from Joseph Mathew/)).toBeVisible();
    await sendNow(server);
    await expectToast('Cash Collection Successful / Successfully collected AED 100.00 from Joseph Mathew');
    await expect
      .element(page.getByText("We don't know yet whether this was recorded"))
      .not.toBeInTheDocument();
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
    expect(server.recorded.size).toBe(1);
  });
});

describe('a collection run', () => {
  it('skips the manager, offers the next person after each success and ends after the last', async () => {
    await open();
    await press(button('Start Collection Process'));
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/From\s*Joseph Mathew/);
    await signFor('395');
    await press(confirm());
    await vi.waitFor(() => expect(toasts().join()).toContain('AED 395.00 from Joseph Mathew'));
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Next\s*Bilal Ahmed/);
    await press(button(/^Continue$/));
    await signFor('145');
    await press(confirm());
    // The first toast may have disappeared meanwhile.
    await vi.waitFor(() => expect(toasts().join()).toContain('AED 145.00 from Bilal Ahmed'));
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    expect(sent().map(({ body }) => body.staff_user_id)).toEqual([JOSEPH?.user_id, BILAL?.user_id]);
  });

  it('can skip its first person while others remain', async () => {
    await open();
    await press(button('Start Collection Process'));
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/From\s*Joseph Mathew/);
    await press(button('Skip'));
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Next\s*Bilal Ahmed/);
    await press(button(/^Continue$/));
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/From\s*Bilal Ahmed/);
    expect(button('Skip').elements()).toEqual([]);
    await signFor('145');
    await press(confirm());
    await expectToast('Cash Collection Successful / Successfully collected AED 145.00 from Bilal Ahmed');
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    expect(sent().map(({ body }) => body.staff_user_id)).toEqual([BILAL?.user_id]);
  });

  it('ends when the manager stops', async () => {
    await open();
    await press(button('Start Collection Process'));
    await signFor('395');
    await press(confirm());
    await expectToast('Cash Collection Successful / Successfully collected AED 395.00 from Joseph Mathew');
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Next\s*Bilal Ahmed/);
    await press(button('Stop'));
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    expect(sent()).toHaveLength(1);
  });
});
