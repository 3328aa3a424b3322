import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EndHandover } from '../../../contract/operations/dashboard/cash/end-handover.schema.ts';
import type { HandoverRow } from '../../../contract/operations/dashboard/cash/list-handovers-today.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { PROBLEMS } from '../../../contract/rules/problems.ts';
import {
  CHOICES,
  choose,
  chosenDriver,
  completeButton,
  dismissToasts,
  HANDOVER_TODAY,
  type HandoverServer,
  handoverServerForEach,
  OMAR,
  SARA,
  showPage,
  signBoth,
  toasts,
} from '../../../tests/support/handover-page.tsx';
import { press } from '../../../tests/support/press.ts';
import { realDocuments } from '../../../tests/support/quick-documents.ts';
import { json } from '../../../tests/support/server-double.ts';
import { EndOfDayHandover } from './DayHandover.tsx';

const PATH = '/api/handovers/end';
const DONE = 'Handover Complete / Successfully processed handover for AED 145.00';
const POS_01 = { id: newId(), number: 'POS-01', holder_driver_id: OMAR.id };

let server: HandoverServer;

handoverServerForEach((made) => {
  server = made;
});

const amount = () => page.getByLabelText('Amount Received (AED)');
const estimate = () => page.getByLabelText('Estimated Receivables (AED)');
const box = () => page.getByLabelText('Card machine received from driver');
const commands = () => server.asked.filter(({ path }) => path === PATH);
const sent = () => commands().at(-1)?.body as EndHandover;

async function open(): Promise<void> {
  await showPage(<EndOfDayHandover />);
  await expect.element(chosenDriver()).toBeVisible();
}

async function fill(typed = '145'): Promise<void> {
  await choose(OMAR.full_name);
  await expect.element(estimate()).not.toHaveValue('');
  await userEvent.fill(amount(), typed);
  await signBoth();
}

async function expectToast(text: string): Promise<void> {
  await vi.waitFor(() => expect(toasts()).toEqual([text]));
}

describe('Estimated Receivables', () => {
  it("shows the driver's cash, and the difference before the signatures", async () => {
    await open();
    await expect.element(estimate()).toHaveAttribute('placeholder', 'Select driver to see amount');
    await expect.element(estimate()).toHaveAttribute('readonly');
    await choose(OMAR.full_name);
    await expect.element(estimate()).toHaveValue('145.00');
    await userEvent.fill(amount(), '140');
    await expect.element(page.getByText('short by AED 5.00')).toBeVisible();
    await userEvent.fill(amount(), '150.5');
    await expect.element(page.getByText('over by AED 5.50')).toBeVisible();
    await userEvent.fill(amount(), '145');
    await expect.element(page.getByText('no difference')).toBeVisible();
  });

  it('is entered as the amount by the button All, once it is known', async () => {
    await open();
    await expect.element(amount()).toHaveAttribute('placeholder', '0.00');
    expect(page.getByRole('button', { name: /^All/ }).elements()).toEqual([]);
    await choose(OMAR.full_name);
    await page.getByRole('button', { name: 'All, AED 145.00' }).click();
    await expect.element(amount()).toHaveValue('145.00');
    await expect.element(page.getByText('no difference')).toBeVisible();
  });

  it('adds cash waiting to be posted', async () => {
    server.answers.set(`GET /api/handovers/balance?driver_id=${OMAR.id}`, () =>
      json({ cash_on_hand_fils: 10_000, waiting_fils: 14_500 }),
    );
    await open();
    await choose(OMAR.full_name);
    await expect.element(estimate()).toHaveValue('245.00');
    await expect.element(page.getByText('AED 145.00 waiting to be posted')).toBeVisible();
  });

  it('shows 0.00 without a difference after a failed load, until a retry succeeds', async () => {
    server.balances.delete(OMAR.id);
    await open();
    await choose(OMAR.full_name);
    await expect.element(page.getByText('Balance could not be loaded')).toBeVisible();
    await expect.element(estimate()).toHaveValue('0.00');
    await userEvent.fill(amount(), '140');
    expect(page.getByText(/short by|over by|no difference/).elements()).toEqual([]);
    server.balances.set(OMAR.id, 14_500);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(estimate()).toHaveValue('145.00');
    await expect.element(page.getByText('short by AED 5.00')).toBeVisible();
  });

  it('is sent as unknown if it could not be loaded', async () => {
    server.balances.delete(OMAR.id);
    await open();
    await fill();
    await press(completeButton());
    await expectToast(DONE);
    expect(sent().estimated_receivables_fils).toBeNull();
  });

  it('must be loaded before the handover can be completed', async () => {
    const balance = `GET /api/handovers/balance?driver_id=${OMAR.id}`;
    const respond = server.answers.get(balance);
    let arrive = (_: Response) => {};
    const arrives = new Promise<Response>((resolve) => {
      arrive = resolve;
    });
    server.answers.set(balance, () => arrives);
    await open();
    await choose(OMAR.full_name);
    await expect.element(estimate()).toHaveAttribute('placeholder', 'Loading...');
    await userEvent.fill(amount(), '145');
    await signBoth();
    await press(completeButton());
    await expectToast(
      'Missing Information / The estimated receivables are still loading. Please try again in a moment.',
    );
    expect(commands()).toEqual([]);

    await dismissToasts();
    if (respond) server.answers.set(balance, respond);
    arrive(json({ cash_on_hand_fils: 14_500, waiting_fils: 0 }));
    await expect.element(estimate()).toHaveValue('145.00');
    await signBoth();
    await press(completeButton());
    await expectToast(DONE);
    expect(sent().estimated_receivables_fils).toBe(14_500);
  });

  it('keeps the signatures when the same amount is written differently', async () => {
    await open();
    await fill('145');
    await page.getByRole('button', { name: 'All, AED 145.00' }).click();
    await press(completeButton());
    await expectToast(DONE);
    expect(sent().amount_fils).toBe(14_500);
  });

  it('a balance changed after signing rejects the handover, clears the pads and is shown', async () => {
    server.fault = ({ path }) => {
      if (path !== PATH) return undefined;
      server.balances.set(OMAR.id, 10_000);
      const body = {
        type: 'about:blank',
        ...PROBLEMS.balance_changed,
        code: 'balance_changed',
        request_id: 'test',
      };
      return new Response(JSON.stringify({ ...body, current_fils: 10_000 }), {
        status: 409,
        headers: { 'content-type': 'application/problem+json' },
      });
    };
    await open();
    await fill();
    await press(completeButton());
    await expectToast('Error / Failed to complete handover');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The cash on hand of Omar Said has changed meanwhile: it is AED 100.00 now.');
    await expect.element(estimate()).toHaveValue('100.00');
    await expect.element(amount()).toHaveValue('145');
    await expect.element(page.getByText('over by AED 45.00')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Admin Signature, not signed' })).toBeVisible();
    expect(server.recorded.size).toBe(0);

    await dismissToasts();
    server.fault = () => undefined;
    // The amount now exceeds the driver's cash, so it must be confirmed.
    await expect
      .element(page.getByText('This is AED 45.00 more than the cash on hand of Omar Said.'))
      .toBeVisible();
    await expect
      .element(page.getByText('Cash on hand of Omar Said afterwards:'))
      .toHaveTextContent(/-AED 45\.00/);
    await press(page.getByLabelText('I have checked this amount'));
    await signBoth();
    await press(completeButton());
    await expectToast(DONE);
    expect(sent().estimated_receivables_fils).toBe(10_000);
  });
});

describe('card machines', () => {
  it('requires confirmation before one stays out', async () => {
    server.choices = { ...CHOICES, card_machines: [POS_01] };
    await open();
    await fill();
    await expect.element(page.getByText('Out with this driver: POS-01')).toBeVisible();
    await press(completeButton());
    await expect.element(page.getByRole('dialog', { name: 'POS-01 stays out with Omar Said' })).toBeVisible();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(commands()).toEqual([]);
    await press(completeButton());
    await page.getByRole('button', { name: 'Complete anyway' }).click();
    await expectToast(DONE);
    expect(sent()).toMatchObject({ card_machine_received: false, card_machine_id: null });
  });

  it('receives the one out with the driver without confirmation; the receipt is a PDF', async () => {
    await realDocuments();
    server.choices = { ...CHOICES, card_machines: [POS_01] };
    await open();
    await choose(OMAR.full_name);
    await box().click();
    await fill();
    await completeButton().click();
    await expectToast(DONE);
    expect(sent()).toMatchObject({ card_machine_received: true, card_machine_id: POS_01.id });
    const pdf = server.files.get(`/storage/v1/object/cash-handovers/${sent().receipt.path}`);
    expect(new TextDecoder().decode(pdf?.slice(0, 5))).toBe('%PDF-');
  });

  it('requires confirmation before receiving one that was never given', async () => {
    const with_sara = { ...POS_01, holder_driver_id: SARA.id };
    server.choices = { ...CHOICES, card_machines: [with_sara] };
    await open();
    await choose(OMAR.full_name);
    await press(box());
    await fill();
    await press(completeButton());
    await expect
      .element(page.getByRole('dialog', { name: 'POS-01 was not given to Omar Said' }))
      .toBeVisible();
    await expect.element(page.getByText(/It is recorded as being with سارة/)).toBeVisible();
    await page.getByRole('button', { name: 'Complete anyway' }).click();
    await expectToast(DONE);
  });

  it('confirms an unexpected one and one that stays out in one dialog', async () => {
    const with_omar = { ...POS_01, holder_driver_id: OMAR.id };
    const in_the_shop = { ...POS_01, id: newId(), number: 'POS-02', holder_driver_id: null };
    server.choices = { ...CHOICES, card_machines: [with_omar, in_the_shop] };
    await open();
    await choose(OMAR.full_name);
    await press(box());
    await userEvent.selectOptions(page.getByLabelText('Card machine', { exact: true }), in_the_shop.id);
    await fill();
    await press(completeButton());
    const question = page.getByRole('dialog', { name: 'POS-02 was not given to Omar Said' });
    await expect.element(question).toHaveTextContent('POS-01 stays out with Omar Said.');
    await page.getByRole('button', { name: 'Complete anyway' }).click();
    await expectToast(DONE);
    expect(sent()).toMatchObject({ card_machine_id: in_the_shop.id });
  });

  it('shows only a checkbox if none is registered', async () => {
    await open();
    await choose(OMAR.full_name);
    await press(box());
    await fill();
    expect(page.getByLabelText('Card machine', { exact: true }).elements()).toEqual([]);
    await press(completeButton());
    await expectToast(DONE);
    expect(sent()).toMatchObject({ card_machine_received: true, card_machine_id: null });
  });
});

it("lists today's handovers and opens one", async () => {
  const handover: HandoverRow = { ...HANDOVER_TODAY, handover_type: 'end' };
  server.answers.set('GET /api/handovers/today?handover_type=end', () => json({ handovers: [handover] }));
  await open();
  const list = page.getByRole('region', { name: "Today's end of day handovers" });
  await expect.element(list).toHaveTextContent(/20:00 Omar Said/);
  await expect.element(list).toHaveTextContent('short by AED 5.00');
  await page.getByRole('button', { name: `View ${handover.handover_reference}` }).click();
  const view = page.getByRole('dialog', { name: 'End Of Day Handover' });
  await expect.element(view).toHaveTextContent('Yes, POS-01');
  await expect.element(view.getByRole('button', { name: 'Print' })).toBeVisible();
});

it('expenses that wait for approval are shown next to the estimate', async () => {
  server.answers.set(`GET /api/handovers/balance?driver_id=${OMAR.id}`, () =>
    json({ cash_on_hand_fils: 14_500, waiting_fils: 0, unsent: null, expenses_fils: 2_000 }),
  );
  await open();
  await choose(OMAR.full_name);
  await expect.element(page.getByText('AED 20.00 of expenses wait for approval')).toBeVisible();
});

it('unsent cash is shown before an amount is typed and does not block the handover', async () => {
  const unsent = { count: 3, amount_fils: 14_500, last_seen_at: '2026-11-20T10:02:00.000Z' };
  server.answers.set(`GET /api/handovers/balance?driver_id=${OMAR.id}`, () =>
    json({ cash_on_hand_fils: 14_500, waiting_fils: 0, unsent }),
  );
  await open();
  await choose(OMAR.full_name);
  await expect.element(page.getByText('3 not yet sent, AED 145.00')).toBeVisible();
  await expect.element(page.getByText(/Last seen Nov 20, 2026 14:02/)).toBeVisible();
  await expect.element(amount()).toHaveValue('');
  await fill();
  await press(completeButton());
  await expectToast(DONE);
  await expect.element(page.getByText('3 not yet sent, AED 145.00')).not.toBeInTheDocument();
});
