import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Deposit } from '../../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import type { RecordDeposit } from '../../../contract/operations/dashboard/cash/record-deposit.schema.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import {
  dismissToasts,
  losesResponseThenPauses,
  sendNow,
  showPage,
  toasts,
} from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { depositId, type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { shownMarks } from '../../../tests/support/marks.ts';
import { press } from '../../../tests/support/press.ts';
import { quickDocuments, realDocuments } from '../../../tests/support/quick-documents.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { signPad } from '../../../tests/support/sign-pad.ts';
import { queryClient } from '../../api/query-client.ts';
import { BankDeposits } from './BankDeposits.tsx';

const FAILED = 'Error / Failed to record bank deposit';
const MISSING = 'Missing Information / Please fill in all required fields and provide a signature';
const PATH = '/api/deposits';

let server: ManagerServer;

beforeEach(async () => {
  quickDocuments();
  server = await managerServer();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await dismissToasts();
  writeSession(null);
  server.restore();
});

const button = (name: string) => page.getByRole('button', { name });
const amount = () => page.getByLabelText('Deposit Amount (AED) *');
const file = () => page.getByLabelText('Choose file');
const record = () => button('Record Deposit');
const sent = () => server.sent<RecordDeposit>(PATH);

async function expectToast(...texts: string[]): Promise<void> {
  await vi.waitFor(() => expect(toasts()).toEqual(texts));
}

function depositAt(place: number, changes: Partial<Deposit> = {}): Deposit {
  return {
    id: depositId(place),
    reference: `BD-${place}`,
    shop_id: 1,
    manager_id: server.manager.id,
    manager_name: 'Omar Farouk',
    amount_fils: place * 100,
    deposit_date: '2026-11-19',
    notes: null,
    waiting: false,
    voided: false,
    document: {
      bucket: 'bank-deposits',
      path: `2026-11/1/OmarFarouk/BD-${place}.pdf`,
      sha256: 'ab'.repeat(32),
    },
    created_at: '2026-11-20T10:05:00.000Z',
    ...changes,
  };
}

async function slip(): Promise<File> {
  const canvas = new OffscreenCanvas(300, 400);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 300, 400);
    context.fillStyle = '#123';
    context.fillRect(40, 40, 200, 40);
  }
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'bank slip.png', {
    type: 'image/png',
  });
}

async function openForm() {
  const shown = await showPage(<BankDeposits />);
  await expect.element(page.getByText('No bank deposits recorded yet')).toBeVisible();
  await press(button('New Deposit'));
  await expect.element(page.getByRole('dialog', { name: 'Record Bank Deposit' })).toBeVisible();
  return shown;
}

/** Chooses a slip and waits until it is prepared; until then the form reports it as missing. */
async function chooseSlip(): Promise<void> {
  await userEvent.upload(file(), await slip());
  await expect.element(page.getByText('bank slip.png')).toBeVisible();
}

async function fill(typed = '250'): Promise<void> {
  await userEvent.fill(amount(), typed);
  await chooseSlip();
  await signPad('Manager Signature *');
}

describe('the list', () => {
  it('shows cards with date, creation time, notes and document, and marks pending and voided deposits', async () => {
    server.deposits = [
      depositAt(1, { notes: 'إيداع', waiting: true }),
      depositAt(2, { document: null, voided: true }),
    ];
    await showPage(<BankDeposits />);
    const first = page.getByRole('region', { name: 'Deposit BD-1', exact: true });
    await expect.element(first).toHaveTextContent('AED 1.00');
    await expect.element(first).toHaveTextContent('AED 1.00 waiting to be posted');
    await expect.element(first).not.toHaveTextContent('Void');
    await expect
      .element(page.getByRole('region', { name: 'Deposit BD-2' }))
      .toHaveTextContent('AED 2.00Void');
    await expect.element(first).toHaveTextContent(/Deposit Date19 Nov 2026CreatedNov 20, 2026 14:05/);
    await expect.element(first).toHaveTextContent('إيداع');
    const second = page.getByRole('region', { name: 'Deposit BD-2', exact: true });
    expect(second.getByRole('button').elements()).toEqual([]);
  });

  it('loads the next page when Load more is pressed as soon as it appears', async () => {
    server.deposits = Array.from({ length: 120 }, (_, at) => depositAt(at + 1));
    const press = new MutationObserver(() => {
      const more = button('Load more').elements()[0];
      if (!more) return;
      press.disconnect();
      (more as HTMLElement).click();
    });
    press.observe(document.body, { childList: true, subtree: true });
    await showPage(<BankDeposits />);
    const cards = () => page.getByRole('region', { name: /^Deposit BD-/ }).elements().length;
    await vi.waitFor(() => expect(cards()).toBe(100));
  });

  it('loads more pages until the last one', async () => {
    server.deposits = Array.from({ length: 120 }, (_, at) => depositAt(at + 1));
    await showPage(<BankDeposits />);
    const cards = () => page.getByRole('region', { name: /^Deposit BD-/ }).elements().length;
    await vi.waitFor(() => expect(cards()).toBe(50));
    await button('Load more').click();
    await vi.waitFor(() => expect(cards()).toBe(100));
    await button('Load more').click();
    await vi.waitFor(() => expect(cards()).toBe(120));
    expect(button('Load more').elements()).toEqual([]);
  });

  it('opens the tab of a document during the click and closes it if there is no link', async () => {
    server.deposits = [depositAt(1)];
    await showPage(<BankDeposits />);
    const tab = { opener: window, close: vi.fn(), location: { replace: vi.fn() } };
    const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    server.answers.set('POST /storage/v1/object/sign', () => problem('not_found'));
    await button('View Document').click();
    expect(opened).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(tab.close).toHaveBeenCalled());
    await expectToast('The document could not be opened / Not found');
    expect(tab.opener).toBeNull();
  });

  it('reports a failed load and loads again on retry', async () => {
    server.fault = ({ path }) => (path === PATH ? problem('unexpected') : undefined);
    await showPage(<BankDeposits />);
    await expectToast('Error / Failed to fetch bank deposits');
    await expect.element(page.getByText('Bank deposits could not be loaded')).toBeVisible();
    server.fault = () => undefined;
    await press(button('Retry'));
    await expect.element(page.getByText('No bank deposits recorded yet')).toBeVisible();
  });
});

describe('the form', () => {
  it("defaults to today in the shop's time zone and allows no later date", async () => {
    await openForm();
    const today = dayOf(new Date(), 'Asia/Dubai');
    const date = page.getByLabelText('Deposit Date *');
    await expect.element(date).toHaveValue(today);
    await expect.element(date).toHaveAttribute('max', today);
    await expect.element(page.getByLabelText('Notes (Optional)')).toHaveAttribute('rows', '3');
  });

  it('has the fields of a deposit, an amount in steps of one fils and a pad 150 px high', async () => {
    await openForm();
    await expect.element(page.getByText('Manage and track bank deposits')).toBeInTheDocument();
    await expect.element(page.getByRole('group', { name: 'Bank Deposit Invoice/Receipt *' })).toBeVisible();
    await expect.element(amount()).toHaveAttribute('step', '0.01');
    await expect.element(amount()).toHaveAttribute('min', '0');
    await expect.element(amount()).not.toHaveAttribute('max');
    const pad = page.getByRole('img', { name: 'Manager Signature *, not signed' });
    expect(pad.element().getBoundingClientRect().height).toBe(150);
    await signPad('Manager Signature *');
    await button('Clear Signature').click();
    await expect.element(pad).toBeInTheDocument();
  });

  it('does not compare the amount with the own cash while that is unknown', async () => {
    server.own_cash = { cash_on_hand_fils: null, waiting_fils: 0 };
    await openForm();
    await userEvent.fill(amount(), '500');
    expect(page.getByText(/more than your cash on hand/).elements()).toEqual([]);
  });

  it('requires confirmation of an amount above the own cash, pending cash included', async () => {
    server.own_cash = { cash_on_hand_fils: 35_000, waiting_fils: -5_000 };
    await openForm();
    await userEvent.fill(amount(), '500');
    await expect.element(page.getByText('Check this amount')).toBeVisible();
    await expect.element(page.getByText('This is AED 200.00 more than your cash on hand.')).toBeVisible();
    await expect.element(page.getByText('Your cash on hand afterwards:')).toHaveTextContent(/-AED 200\.00/);
    await expect
      .element(page.getByRole('group', { name: 'Manager Signature *' }))
      .toHaveAttribute('disabled');
    await press(record());
    await expectToast('Check the Amount / Confirm that AED 500.00 is right before anyone signs');
    expect(shownMarks()).toEqual(['Confirm the amount']);
    await press(page.getByLabelText('I have checked this amount'));
    await expect
      .element(page.getByRole('group', { name: 'Manager Signature *' }))
      .not.toHaveAttribute('disabled');
    await userEvent.fill(amount(), '501');
    await expect.element(page.getByLabelText('I have checked this amount')).not.toBeChecked();
    await userEvent.fill(amount(), '300');
    await expect.element(page.getByText('Check this amount')).not.toBeInTheDocument();
  });

  it('clears the signature and requires confirmation when the own cash drops below the amount', async () => {
    await openForm();
    await userEvent.fill(amount(), '250');
    await signPad('Manager Signature *');
    server.own_cash = { cash_on_hand_fils: 10_000, waiting_fils: 0 };
    await queryClient.refetchQueries();
    await expect.element(page.getByText('This is AED 150.00 more than your cash on hand.')).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: 'Manager Signature *, not signed' }))
      .toBeInTheDocument();
    await expect
      .element(page.getByText('The signatures were cleared because the content to be signed has changed.'))
      .toBeVisible();
  });

  it('marks missing parts one at a time, the slip before the signature, and ignores Enter', async () => {
    await openForm();
    const date = page.getByLabelText('Deposit Date *');
    const day = (date.element() as HTMLInputElement).value;
    await userEvent.fill(date, '');
    const fixes: [string, () => Promise<unknown>][] = [
      ['Enter the amount', () => userEvent.fill(amount(), '0')],
      ['Enter an amount above AED 0.00', () => userEvent.fill(amount(), '120')],
      ['Choose the deposit date', () => userEvent.fill(date, '2099-01-01')],
      ['Choose today or an earlier date', () => userEvent.fill(date, day)],
      ["Take or choose a picture of the bank's slip", chooseSlip],
      ['You sign here', () => signPad('Manager Signature *')],
    ];
    for (const [words, fix] of fixes) {
      await press(record());
      await vi.waitFor(() => expect(shownMarks()).toEqual([words]));
      await fix();
      await vi.waitFor(() => expect([shownMarks(), toasts()]).toEqual([[], []]));
    }
    (amount().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(date).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Notes (Optional)')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('reports missing parts and rejects files that are not pictures', async () => {
    await openForm();
    await press(record());
    await expectToast(MISSING);
    await dismissToasts();
    await userEvent.fill(amount(), '120');
    await press(record());
    await expectToast('Missing Invoice / Please upload an invoice image');
    await dismissToasts();
    await userEvent.upload(file(), new File(['AED 120'], 'slip.jpg', { type: 'image/jpeg' }));
    await expectToast('Invalid file type / Please upload an image file');
    await dismissToasts();
    const heic = new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(200)], 'IMG_1.HEIC');
    await userEvent.upload(file(), heic);
    await vi.waitFor(() => expect(toasts()[0]).toMatch(/^Image cannot be read \/ .*cannot read HEIC/));
    expect(sent()).toEqual([]);
  });

  it('keeps the signature when the same amount is written differently', async () => {
    await openForm();
    await fill('250');
    await userEvent.fill(amount(), '250.00');
    await press(record());
    // Wait for the reply: otherwise its toast would appear in the next test.
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
    expect(sent().map(({ body }) => body.amount_fils)).toEqual([25_000]);
  });

  it.each([
    ['notes change', () => userEvent.fill(page.getByLabelText('Notes (Optional)'), 'branch')],
    ['slip is chosen', chooseSlip],
  ])('clears the signature with a notice when the %s', async (_, change) => {
    await openForm();
    await userEvent.fill(amount(), '250');
    await signPad('Manager Signature *');
    await change();
    await expect
      .element(page.getByText('The signatures were cleared because the content to be signed has changed.'))
      .toBeVisible();
    await record().click();
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
    expect(sent()).toEqual([]);
  });

  it('keeps all input after a failure and sends the same receipt again', async () => {
    await openForm();
    await userEvent.fill(page.getByLabelText('Notes (Optional)'), ' twice ');
    await fill();
    server.fault = ({ path, method }) =>
      path === PATH && method === 'POST' ? problem('unexpected', { stage: 'record' }) : undefined;
    await press(record());
    await expectToast(FAILED);
    await dismissToasts();
    await expect.element(amount()).toHaveValue('250');
    await expect.element(page.getByLabelText('Notes (Optional)')).toHaveValue(' twice ');
    await expect.element(page.getByText('bank slip.png')).toBeVisible();
    server.fault = () => undefined;
    await press(record());
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    const [first, again] = sent();
    expect(again).toEqual(first);
    await expectToast(
      `Success / Bank deposit recorded successfully as ${first?.body.reference} and cash on hand updated`,
    );
    expect(first?.body).toMatchObject({
      amount_fils: 25_000,
      notes: 'twice',
      manager_signature: { typed: false },
    });
    expect([...server.files.keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(1);
  });

  it('warns and succeeds when only the cash could not be posted; the receipt is a PDF', async () => {
    await realDocuments();
    await openForm();
    await fill();
    const recorded = server.record;
    server.record = (asked) => ({
      ...(recorded(asked) as object),
      cash: { success: false, error: 'frozen', new_total_fils: null, amount_fils: 25_000 },
    });
    await record().click();
    await vi.waitFor(() => expect(toasts()).toHaveLength(2));
    expect(toasts()[0]).toBe('Warning / Deposit recorded but failed to update cash tracking');
    expect(toasts()[1]).toMatch(
      /^Success \/ Bank deposit recorded successfully as BD-\d{13} and cash on hand updated$/,
    );
    const [path, pdf] = [...server.files].find(([name]) => name.endsWith('.pdf')) ?? [];
    expect(path).toContain(sent()[0]?.body.receipt.path);
    expect(new TextDecoder().decode(pdf?.slice(0, 5))).toBe('%PDF-');
  });

  it('creates a new reference and receipt when the reference is taken', async () => {
    await openForm();
    await fill();
    server.fault = ({ path, method }) =>
      path === PATH && method === 'POST' && sent().length < 2 ? problem('reference_taken') : undefined;
    await press(record());
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    const [first, second] = sent();
    expect(second?.body.reference).not.toBe(first?.body.reference);
    const stored = server.files.get(`/storage/v1/object/bank-deposits/${second?.body.receipt.path}`);
    const text = new TextDecoder().decode(stored);
    expect(text).toContain(second?.body.reference);
    expect(text).not.toContain(first?.body.reference);
    expect(server.recorded.size).toBe(1);
  });

  it('is read-only while the outcome is unknown, also after a reload', async () => {
    const first = await openForm();
    await fill();
    server.fault = losesResponseThenPauses(PATH);
    await press(record());
    await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
    expect(record().elements()).toEqual([]);
    expect(amount().elements()).toEqual([]);
    await first.unmount();
    await showPage(<BankDeposits />);
    await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
    await sendNow(server);
    await expectToast(
      `Success / Bank deposit recorded successfully as ${sent()[0]?.body.reference} and cash on hand updated`,
    );
    await expect
      .element(page.getByText("We don't know yet whether this was recorded"))
      .not.toBeInTheDocument();
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
    expect(server.recorded.size).toBe(1);
  });
});
