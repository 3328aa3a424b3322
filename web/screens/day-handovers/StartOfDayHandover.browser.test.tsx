import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StartHandover } from '../../../contract/operations/dashboard/cash/start-handover.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { handoverReply } from '../../../tests/support/handover-command.ts';
import {
  BILAL,
  CHOICES,
  choose,
  chosenDriver,
  completeButton,
  dismissToasts,
  HANDOVER_TODAY,
  type HandoverServer,
  handoverServerForEach,
  losesResponseThenPauses,
  OMAR,
  SARA,
  sendNow,
  showPage,
  signBoth,
  toasts,
} from '../../../tests/support/handover-page.tsx';
import { marksOn, shownMarks } from '../../../tests/support/marks.ts';
import { press } from '../../../tests/support/press.ts';
import { realDocuments } from '../../../tests/support/quick-documents.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { signPad } from '../../../tests/support/sign-pad.ts';
import { DOCUMENTS } from '../../commands/documents.ts';
import { deviceOutbox, unsentEntries } from '../../commands/this-device.ts';
import { StartOfDayHandover } from './DayHandover.tsx';

const MISSING = 'Missing Information / Please select driver, enter amount, and get both signatures';
const CLEARED = 'The signatures were cleared because the content to be signed has changed.';
const FAILED = 'Error / Failed to complete handover';

let server: HandoverServer;

handoverServerForEach((made) => {
  server = made;
});

const amount = () => page.getByLabelText('Amount Given (AED)');
const box = () => page.getByLabelText('Card machine given to driver');
const confirmation = () => page.getByLabelText('I have checked this amount');
const commands = () => server.asked.filter(({ path }) => path === '/api/handovers/start');
const sent = () => commands().at(-1)?.body as StartHandover;

async function open(): Promise<void> {
  await showPage(<StartOfDayHandover />);
  await expect.element(chosenDriver()).toBeVisible();
}

async function fill(typed = '200.50'): Promise<void> {
  await choose(OMAR.full_name);
  await userEvent.fill(amount(), typed);
  await signBoth();
}

/**
 * Lets the server reject the next command's reference as taken and makes the creation of a new receipt fail.
 * Resolves when that failure happens, after `before`.
 */
function failRecreation(before = () => Promise.resolve()): Promise<void> {
  return new Promise((resolve) => {
    let taken = true;
    server.fault = ({ path }) => {
      if (path !== '/api/handovers/start' || !taken) return undefined;
      taken = false;
      vi.mocked(DOCUMENTS.handoverReceipt).mockImplementationOnce(async () => {
        await before();
        resolve();
        throw new Error('not loaded');
      });
      return problem('reference_taken');
    };
  });
}

/** Expects that no command is stored or sent: reopening the page must not create one again. */
async function expectNothingPending(): Promise<void> {
  const before = commands().length;
  await open();
  await expect.element(completeButton()).toBeEnabled();
  expect(await unsentEntries()).toEqual([]);
  expect(commands().length).toBe(before);
}

async function expectToast(text: string): Promise<void> {
  await vi.waitFor(() => expect(toasts()).toEqual([text]));
}

describe('missing parts', () => {
  it('are reported when the button, which stays enabled, is pressed', async () => {
    await open();
    await expect.element(completeButton()).toBeEnabled();
    await press(completeButton());
    await expectToast(MISSING);
    await dismissToasts();

    await choose(OMAR.full_name);
    await press(completeButton());
    await expectToast(MISSING);
    await dismissToasts();

    await userEvent.fill(amount(), '10');
    await signPad('Driver Signature');
    await press(completeButton());
    await expectToast(MISSING);
    expect(commands()).toEqual([]);
  });

  it('include the card machine if there are several', async () => {
    server.choices = {
      ...CHOICES,
      card_machines: [
        { id: newId(), number: 'POS-01', holder_driver_id: null },
        { id: newId(), number: 'POS-02', holder_driver_id: null },
        { id: newId(), number: 'POS-03', holder_driver_id: SARA.id },
      ],
    };
    await open();
    await choose(OMAR.full_name);
    await press(box());
    const chooser = page.getByLabelText('Card machine', { exact: true });
    expect([...chooser.element().querySelectorAll('option')].map(({ text }) => text)).toEqual([
      'Choose a card machine...',
      'POS-01',
      'POS-02',
    ]);
    await userEvent.fill(amount(), '0');
    await signBoth();
    await press(completeButton());
    await expectToast('Missing Information / Please choose the card machine');
  });
});

describe('marks of missing parts', () => {
  it('appear one after the other in form order, each with a toast until it is filled in', async () => {
    await open();
    const fixes: [string, () => Promise<unknown>][] = [
      ['Choose the driver', () => choose(OMAR.full_name)],
      ['Enter the amount', () => userEvent.fill(amount(), '10')],
      ['The driver signs here', () => signPad('Driver Signature')],
      ['You sign here', () => signPad('Admin Signature')],
    ];
    for (const [words, fix] of fixes) {
      await press(completeButton());
      await vi.waitFor(() => expect(shownMarks()).toEqual([words]));
      const [[control] = []] = marksOn();
      expect(control?.contains(document.activeElement)).toBe(true);
      expect(toasts()).toHaveLength(1);
      await fix();
      await vi.waitFor(() => expect(shownMarks()).toEqual([]));
      await vi.waitFor(() => expect(toasts()).toEqual([]));
    }
    expect(commands()).toEqual([]);
  });

  it.each([
    ['1e3', 'Enter digits, with at most two decimals', 'Invalid Amount / Please enter a valid amount'],
    [
      '12.500',
      'This can be read in two ways. Enter thousands as 12,500 and fils as 12.50.',
      'Invalid Amount / Please enter a valid amount',
    ],
    [
      '10000001',
      'Enter at most AED 10,000,000.00',
      'Amount Too High / Amount cannot exceed AED 10,000,000.00',
    ],
  ])('an invalid amount %s is marked at once and gets a toast on completion', async (text, words, toast) => {
    await open();
    await choose(OMAR.full_name);
    await userEvent.fill(amount(), text);
    await vi.waitFor(() => expect(shownMarks()).toEqual([words]));
    await press(completeButton());
    await expectToast(toast);
    expect(shownMarks()).toEqual([words]);
    await expect.element(amount()).toHaveValue(text);
    await userEvent.fill(amount(), '10');
    await vi.waitFor(() => expect([shownMarks(), toasts()]).toEqual([[], []]));
  });

  it('an unfinished amount is marked only after the field loses the focus', async () => {
    await open();
    await userEvent.type(amount(), '12,');
    expect(shownMarks()).toEqual([]);
    await userEvent.tab();
    await vi.waitFor(() => expect(shownMarks()).toEqual(['Enter digits, with at most two decimals']));
    await userEvent.type(amount(), '5');
    await vi.waitFor(() => expect(shownMarks()).toEqual([]));
    await expect.element(page.getByText('AED 12.50')).toBeVisible();
  });

  it('the card machine is marked before the signatures, which are kept', async () => {
    const [one, two] = [newId(), newId()];
    server.choices = {
      ...CHOICES,
      card_machines: [
        { id: one, number: 'POS-01', holder_driver_id: null },
        { id: two, number: 'POS-02', holder_driver_id: null },
      ],
    };
    await open();
    await choose(OMAR.full_name);
    await userEvent.fill(amount(), '10');
    await press(box());
    await press(completeButton());
    await vi.waitFor(() => expect(shownMarks()).toEqual(['Choose the card machine']));
    await expect.element(page.getByLabelText('Card machine', { exact: true })).toHaveFocus();
    await userEvent.selectOptions(page.getByLabelText('Card machine', { exact: true }), 'POS-02');
    await signPad('Driver Signature');
    await press(completeButton());
    await vi.waitFor(() => expect(shownMarks()).toEqual(['You sign here']));
    await expect.element(page.getByRole('img', { name: 'Driver Signature, signed' })).toBeVisible();
  });

  it('Enter in any field sends nothing', async () => {
    await open();
    await fill();
    for (const field of [amount(), box(), page.getByLabelText('Driver', { exact: true })]) {
      (field.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    }
    expect(commands()).toEqual([]);
    expect(toasts()).toEqual([]);
    expect((amount().element() as HTMLInputElement).enterKeyHint).toBe('done');
  });

  it('a rejection keeps both signatures, and a later success removes its toast', async () => {
    await open();
    await fill();
    let refused = false;
    server.fault = ({ path }) => {
      if (path !== '/api/handovers/start' || refused) return undefined;
      refused = true;
      return problem('card_machine_elsewhere');
    };
    await press(completeButton());
    await expectToast(FAILED);
    for (const who of ['Driver', 'Admin']) {
      await expect.element(page.getByRole('img', { name: `${who} Signature, signed` })).toBeVisible();
    }
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');
  });
});

describe('the form', () => {
  it('offers drivers to choose from and an amount in steps of one fils from 0', async () => {
    await open();
    const [first] = chosenDriver().element().querySelectorAll('option');
    expect([first?.text, first?.value]).toEqual(['Choose a driver...', '']);
    expect(page.getByText('Distribute cash and card machines to drivers').elements()).toHaveLength(1);
    await expect.element(amount()).toHaveAttribute('step', '0.01');
    await expect.element(amount()).toHaveAttribute('min', '0');
    await expect.element(amount()).not.toHaveAttribute('max');
  });

  it('shows Processing... while the handover is sent, and is empty afterwards', async () => {
    server.choices = {
      ...CHOICES,
      card_machines: [{ id: newId(), number: 'POS-01', holder_driver_id: null }],
    };
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.answers.set('POST /api/handovers/start', async ({ body }) => {
      await held;
      return json(handoverReply({ amount_fils: (body as StartHandover).amount_fils }));
    });
    await open();
    await choose(OMAR.full_name);
    await userEvent.fill(amount(), '200.50');
    await press(box());
    await signBoth();
    await press(completeButton());
    await expect
      .element(page.getByRole('button', { name: 'Processing...' }))
      .toHaveAttribute('aria-disabled', 'true');
    release();
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');
    expect(sent().card_machine_given).toBe(true);
    await expect.element(chosenDriver()).toHaveValue('');
    await expect.element(amount()).toHaveValue('');
    await expect.element(box()).not.toBeChecked();
    for (const label of ['Driver Signature', 'Admin Signature'])
      await expect.element(page.getByRole('img', { name: `${label}, not signed` })).toBeVisible();
  });
});

describe('signed content', () => {
  it('clears the signatures with a notice when the driver, amount or card machine changes', async () => {
    await open();
    await fill();
    for (const change of [
      () => choose(SARA.full_name),
      () => userEvent.fill(amount(), '201'),
      () => press(box()),
    ]) {
      await signBoth();
      expect(page.getByText(CLEARED).elements()).toEqual([]);
      await change();
      await expect.element(page.getByText(CLEARED)).toBeVisible();
      for (const label of ['Driver Signature', 'Admin Signature'])
        await expect.element(page.getByRole('img', { name: `${label}, not signed` })).toBeVisible();
      await press(completeButton());
      await expectToast(MISSING);
      await dismissToasts();
    }
  });

  it('is sent with a PDF receipt, and the form is empty afterwards', async () => {
    await realDocuments();
    await open();
    await fill();
    await completeButton().click();
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');
    await expect.element(page.getByRole('button', { name: 'Open receipt' })).toBeVisible();
    expect(sent()).toMatchObject({
      driver_id: OMAR.id,
      amount_fils: 20_050,
      card_machine_given: false,
      card_machine_id: null,
      driver_signature: { typed: false, signer: OMAR.full_name },
      admin_signature: { typed: false, signer: 'Amal Admin' },
    });
    const [driver_png, admin_png, receipt] = [
      sent().driver_signature,
      sent().admin_signature,
      sent().receipt,
    ];
    for (const { path } of [driver_png, admin_png, receipt]) {
      const stored = server.files.get(`/storage/v1/object/cash-handovers/${path}`);
      expect(stored?.length).toBeGreaterThan(500);
    }
    const pdf = server.files.get(`/storage/v1/object/cash-handovers/${receipt.path}`);
    expect(new TextDecoder().decode(pdf?.slice(0, 5))).toBe('%PDF-');
    await expect.element(chosenDriver()).toHaveValue('');
    await expect.element(amount()).toHaveValue('');
    await expect.element(page.getByRole('img', { name: 'Driver Signature, not signed' })).toBeVisible();
  });
});

describe('cash on hand and card machines', () => {
  it("shows by how much the amount exceeds the admin's cash, without blocking", async () => {
    await open();
    await userEvent.fill(amount(), '2000');
    expect(page.getByText(/more than your cash on hand/).elements()).toEqual([]);
    await userEvent.fill(amount(), '2200');
    await expect.element(page.getByText('This is AED 200.00 more than your cash on hand.')).toBeVisible();
    await fill('2200');
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 2,200.00');
  });

  it('requires confirmation of more than ten times the usual amount before the signatures', async () => {
    server.choices = { ...CHOICES, usual_fils: { start: 20_000, end: null } };
    await open();
    await choose(OMAR.full_name);
    await userEvent.fill(amount(), '2000');
    await expect.element(page.getByText('Check this amount')).not.toBeInTheDocument();
    await userEvent.fill(amount(), '2000,50');
    await expect.element(page.getByText('Check this amount')).toBeVisible();
    await expect
      .element(page.getByText('This is more than 10 times the usual amount of AED 200.00.'))
      .toBeVisible();
    await expect.element(page.getByText('Your cash on hand afterwards:')).toHaveTextContent(/-AED 0\.50/);
    await expect.element(page.getByRole('group', { name: 'Driver Signature' })).toHaveAttribute('disabled');
    await press(completeButton());
    await expectToast('Check the Amount / Confirm that AED 2,000.50 is right before anyone signs');
    expect(shownMarks()).toEqual(['Confirm the amount']);

    await press(confirmation());
    await vi.waitFor(() => expect([shownMarks(), toasts()]).toEqual([[], []]));
    await signBoth();
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 2,000.50');

    await choose(OMAR.full_name);
    await userEvent.fill(amount(), '2000,50');
    await expect.element(confirmation()).not.toBeChecked();
  });

  it("shows the driver's cash before a second float of the day", async () => {
    const earlier = { ...HANDOVER_TODAY, handover_type: 'start', amount_fils: 50_000 };
    server.answers.set('GET /api/handovers/today?handover_type=start', () => json({ handovers: [earlier] }));
    await open();
    await choose(SARA.full_name);
    await expect.element(page.getByText(/already received/)).not.toBeInTheDocument();
    await choose(OMAR.full_name);
    await expect.element(page.getByText('Omar Said already received AED 500.00 today')).toBeVisible();
    await expect.element(page.getByText('Cash on hand now: AED 145.00')).toBeVisible();
  });

  it('gives cash to a driver who is out, listed below the available ones', async () => {
    await open();
    const groups = () => [...chosenDriver().element().querySelectorAll('optgroup')];
    await vi.waitFor(() =>
      expect(groups().map(({ label, textContent }) => [label, textContent])).toEqual([
        ['Out', 'Bilal · 2 orders out'],
      ]),
    );
    await choose('Bilal · 2 orders out');
    await userEvent.fill(amount(), '50');
    await signBoth();
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 50.00');
    expect(sent()).toMatchObject({ driver_id: BILAL.id, amount_fils: 5_000 });
  });

  it('a voided float of the same day is marked and not counted', async () => {
    const voided = { ...HANDOVER_TODAY, handover_type: 'start', amount_fils: 50_000, voided: true };
    server.answers.set('GET /api/handovers/today?handover_type=start', () => json({ handovers: [voided] }));
    await open();
    const list = page.getByRole('region', { name: "Today's start of day handovers" });
    await expect.element(list.getByText('Void', { exact: true })).toBeVisible();
    await choose(OMAR.full_name);
    await expect.element(page.getByText(/already received/)).not.toBeInTheDocument();
  });

  it('a ticked box without an available machine can be unticked', async () => {
    const machine = { id: newId(), number: 'POS-01', holder_driver_id: SARA.id };
    server.choices = { ...CHOICES, card_machines: [machine] };
    await open();
    await choose(SARA.full_name);
    await press(box());
    await choose(OMAR.full_name);
    await expect.element(page.getByText('All card machines are out.')).toBeVisible();
    await press(box());
    await expect.element(box()).not.toBeChecked();
    await expect.element(box()).toBeDisabled();
  });

  it('chooses the only machine automatically, before or after the driver', async () => {
    const machine = { id: newId(), number: 'POS-01', holder_driver_id: null };
    server.choices = { ...CHOICES, card_machines: [machine] };
    await open();
    await press(box());
    await choose(OMAR.full_name);
    await expect.element(box()).toBeChecked();
    await expect.element(page.getByText('Card machine: POS-01')).toBeVisible();
    await userEvent.fill(amount(), '0');
    await signBoth();
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 0.00');
    expect(sent()).toMatchObject({ card_machine_given: true, card_machine_id: machine.id, amount_fils: 0 });
  });
});

describe('a failed handover', () => {
  it('keeps its input after a failed upload and sends the same command on the next press', async () => {
    let broken = true;
    server.fault = ({ method }) => (broken && method === 'PUT' ? 'lost' : undefined);
    await open();
    await fill();
    await press(completeButton());
    await expectToast(FAILED);
    await expect.element(page.getByText('This handover is not recorded yet')).toBeVisible();
    await expect.element(amount()).toBeDisabled();
    await dismissToasts();
    broken = false;
    window.dispatchEvent(new Event('online'));
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');
    expect(server.recorded.size).toBe(1);
  });

  it('can be changed after a failed upload, which creates another command', async () => {
    server.fault = ({ method }) => (method === 'PUT' ? 'lost' : undefined);
    await open();
    await fill();
    await press(completeButton());
    await expectToast(FAILED);
    await press(page.getByRole('button', { name: 'Change it' }));
    await expect.element(amount()).toBeEnabled();
    await expect.element(amount()).toHaveValue('200.50');
    await dismissToasts();
    server.fault = () => undefined;
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');
  });

  it('is read-only while the outcome is unknown, also after a reload, and is recorded once', async () => {
    server.fault = losesResponseThenPauses('/api/handovers/start');
    const first = await showPage(<StartOfDayHandover />);
    await fill();
    await press(completeButton());
    const unknown = page.getByText("We don't know yet whether this was recorded");
    await expect.element(unknown).toBeVisible();
    await expect.element(amount()).toBeDisabled();
    expect(completeButton().elements()).toEqual([]);
    expect(toasts()).toEqual([]);

    await first.unmount();
    await open();
    await expect.element(unknown).toBeVisible();
    await expect.element(amount()).toHaveValue('200.50');
    await expect.element(chosenDriver()).toHaveValue(String(OMAR.id));
    await expect
      .element(page.getByRole('img', { name: `Driver Signature of ${OMAR.full_name}` }))
      .toBeVisible();
    await sendNow(server);
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');
    await expect.element(amount()).toBeEnabled();
    expect(server.recorded.size).toBe(1);
  });

  it('shows the reason of a rejection and keeps the form', async () => {
    server.fault = ({ path }) =>
      path === '/api/handovers/start' ? problem('driver_not_available') : undefined;
    await open();
    await fill();
    await press(completeButton());
    await expectToast(FAILED);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Omar Said is not available any more. Nothing was recorded.');
    await expect.element(amount()).toHaveValue('200.50');
  });

  it('reports an unknown driver', async () => {
    server.fault = ({ path }) => (path === '/api/handovers/start' ? problem('driver_unknown') : undefined);
    await open();
    await fill();
    await press(completeButton());
    await expectToast('Error / Driver not found');
    await expect.element(amount()).toHaveValue('200.50');
  });

  it('reports a signature without a picture and sends nothing', async () => {
    // A browser returns this when memory is too low for another canvas.
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:,');
    await open();
    await fill();
    await completeButton().click();
    await expectToast('Error / Failed to capture signatures');
    await expect.element(amount()).toHaveValue('200.50');
    await expect.element(completeButton()).toBeEnabled();
    expect(commands()).toEqual([]);
  });

  it('gets a new reference and receipt silently when its reference is taken', async () => {
    let taken = true;
    server.fault = ({ path }) => {
      if (path !== '/api/handovers/start' || !taken) return undefined;
      taken = false;
      return problem('reference_taken');
    };
    await open();
    await fill();
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');
    const [first, second] = commands();
    expect(commands().length).toBe(2);
    expect(second?.key).not.toBe(first?.key);
    const [one, other] = [first?.body, second?.body] as [StartHandover, StartHandover];
    expect(other.handover_reference).not.toBe(one.handover_reference);
    expect(other.driver_signature.sha256).toBe(one.driver_signature.sha256);
    expect(other.receipt.sha256).not.toBe(one.receipt.sha256);
    await expect.element(amount()).toHaveValue('');
  });

  it('with a receipt that could not be recreated is recorded only when pressed again, also after a reload', async () => {
    void failRecreation();
    const first = await showPage(<StartOfDayHandover />);
    await fill();
    await press(completeButton());
    await expectToast(FAILED);
    await dismissToasts();
    await press(completeButton());
    await expectToast('Handover Complete / Successfully processed handover for AED 200.50');

    await first.unmount();
    await expectNothingPending();
  });

  it('shows nothing about a taken reference that another tab has already replaced', async () => {
    const failed = failRecreation(() => deviceOutbox.discard(commands()[0]?.key ?? ''));
    await open();
    await fill();
    await press(completeButton());
    await failed;
    await expect.element(completeButton()).toBeEnabled();
    expect(toasts()).toEqual([]);
  });

  it('returns to the form and is discarded if it cannot be recreated after a reload', async () => {
    server.fault = ({ path }) => (path === '/api/handovers/start' ? 'lost' : undefined);
    const first = await showPage(<StartOfDayHandover />);
    await fill();
    await press(completeButton());
    await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
    await first.unmount();

    const second = await showPage(<StartOfDayHandover />);
    await expect.element(amount()).toBeDisabled();
    void failRecreation();
    window.dispatchEvent(new Event('online'));
    await expectToast(FAILED);
    await expect.element(amount()).toBeEnabled();
    await expect.element(amount()).toHaveValue('200.50');
    await second.unmount();
    await expectNothingPending();
  });

  it('reports drivers that could not be loaded and loads them again on retry', async () => {
    server.fault = ({ path }) => (path === '/api/handovers/drivers' ? problem('unexpected') : undefined);
    await showPage(<StartOfDayHandover />);
    await expectToast('Error / Failed to fetch drivers');
    await expect.element(page.getByText('The drivers could not be loaded')).toBeVisible();
    server.fault = () => undefined;
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect.element(chosenDriver()).toHaveTextContent(OMAR.full_name);
  });
});
