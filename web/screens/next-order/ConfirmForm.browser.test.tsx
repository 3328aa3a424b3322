import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { marksOn, shownMarks } from '../../../tests/support/marks.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import { PAID_ORDER, SAMPLE_ORDER } from '../../../tests/support/sample-order.ts';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import type { Standing } from '../../commands/notices/standing.ts';
import { sendNow } from '../../commands/this-device.ts';
import { TimeZone } from '../../components/open-screen.ts';
import type { Draft } from '../../offline/device-records.ts';
import { EMPTY_DRAFT } from '../../offline/drafts/drafts.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';

vi.mock('../../commands/this-device.ts', { spy: true });

const PHOTO = new Blob(['photo'], { type: 'image/jpeg' });
const COMPLETE: Draft = { ...EMPTY_DRAFT, photo: PHOTO, customer_name: 'Sara', receipt_confirmed: true };

/** Returns the outbox entry of a delivery of the sample order, refused with this text if there is one. */
function sampleEntry(refusal?: string): OutboxEntry<'confirm_delivery'> {
  const problem = { ...serverProblem('no_access').problem, title: refusal ?? '' };
  return outboxEntry(
    deliveryCommand({ user_id: 'driver', order_id: SAMPLE_ORDER.id }),
    refusal ? { state: 'refused', problem } : { state: 'unknown' },
  );
}

type Given = { order?: OrderWithItems; draft?: Draft; standing?: Standing; refusal?: string };

async function show({ order = SAMPLE_ORDER, draft = EMPTY_DRAFT, standing = 'open', refusal }: Given = {}) {
  const onConfirm = vi.fn();
  const onSendNow = vi.mocked(sendNow);
  const entry = standing === 'open' ? undefined : sampleEntry(refusal);
  function Page() {
    const [current, setCurrent] = useState(draft);
    return (
      <TimeZone value="Asia/Dubai">
        <ConfirmForm
          order={order}
          draft={current}
          entry={entry}
          standing={standing}
          onChange={(changes) => setCurrent((was) => ({ ...was, ...changes }))}
          onBeforeCamera={() => {}}
          onConfirm={onConfirm}
        />
        <Toaster />
      </TimeZone>
    );
  }
  await render(<Page />);
  return { onConfirm, onSendNow };
}

const button = () => page.getByRole('button', { name: 'Confirm Delivery', exact: true });
/** Clicks directly: the test library would wait until a button that looks disabled is enabled. */
const press = () => (button().element() as HTMLButtonElement).click();
const toasts = () => [...document.querySelectorAll('[data-toast]')].map((toast) => toast.textContent?.trim());
async function dismissToasts() {
  for (const close of document.querySelectorAll<HTMLElement>('[data-toast] button')) close.click();
  await vi.waitFor(() => expect(toasts()).toEqual([]));
}

afterEach(async () => {
  await dismissToasts();
});

describe('Confirm Delivery', () => {
  it('looks disabled but reports the first unmet rule when pressed, in order', async () => {
    const { onConfirm } = await show();
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
    expect((button().element() as HTMLButtonElement).disabled).toBe(false);

    press();
    const missing = 'Please capture a delivery image, enter customer name, and confirm receipt';
    await vi.waitFor(() => expect(toasts()).toEqual([`Missing Information${missing}`]));
    await dismissToasts();

    await userEvent.fill(page.getByLabelText('Customer Full Name'), '   ');
    await userEvent.click(page.getByLabelText('I confirm receipt of the following items'));
    press();
    await vi.waitFor(() => expect(toasts()).toEqual([`Missing Information${missing}`]));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('requires the payment of a pending order last, then confirms once', async () => {
    const { onConfirm } = await show({ draft: COMPLETE });
    press();
    await vi.waitFor(() =>
      expect(toasts()).toEqual([
        'Payment Confirmation RequiredPlease confirm that payment has been received',
      ]),
    );
    await userEvent.click(page.getByLabelText('Received Payment'));
    await expect.element(button()).toHaveAttribute('aria-disabled', 'false');
    press();
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('keeps the focus while it looks disabled, and Enter reports what is missing', async () => {
    await show();
    (button().element() as HTMLButtonElement).focus();
    await expect.element(button()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  });

  it('looks disabled again once the photo is removed or the name contains only spaces', async () => {
    const { onConfirm } = await show({ draft: { ...COMPLETE, payment_received: true } });
    const missing = 'Please capture a delivery image, enter customer name, and confirm receipt';
    await userEvent.fill(page.getByLabelText('Customer Full Name'), '   ');
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
    press();
    await vi.waitFor(() => expect(toasts()).toEqual([`Missing Information${missing}`]));
    await userEvent.fill(page.getByLabelText('Customer Full Name'), 'Layla');
    await expect.element(button()).toHaveAttribute('aria-disabled', 'false');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
    press();
    await vi.waitFor(() => expect(toasts()).toEqual([`Missing Information${missing}`]));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('is natively disabled, with a busy text, only while busy', async () => {
    const { onConfirm } = await show({ draft: { ...COMPLETE, payment_received: true }, standing: 'busy' });
    const busy = page.getByRole('button', { name: 'Confirming Delivery...' });
    await expect.element(busy).toBeDisabled();
    (busy.element() as HTMLButtonElement).click();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe('missing input', () => {
  it('focuses and marks the first missing part when Confirm is pressed', async () => {
    const { onConfirm } = await show({ draft: { ...EMPTY_DRAFT, photo: null } });
    press();
    await expect.element(page.getByLabelText('Take photo')).toHaveFocus();
    expect(shownMarks()).toEqual(['Take a photo of what you deliver']);
    expect(document.querySelector('[data-toast]')).not.toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it.each([
    [{ ...COMPLETE, customer_name: ' ' }, 'Customer Full Name', "Enter the recipient's name"],
    [
      { ...COMPLETE, receipt_confirmed: false },
      'I confirm receipt of the following items',
      'Confirm that the items were received',
    ],
    [COMPLETE, 'Received Payment', 'Confirm that you have received the payment'],
  ])(
    'case %#: marks and focuses the part, and removes mark and toast once it is complete',
    async (draft, label, words) => {
      await show({ draft });
      const control = page.getByLabelText(label);
      expect(marksOn()).toEqual([]);
      press();
      await expect.element(control).toHaveFocus();
      expect(marksOn()).toEqual([[control.element(), words]]);
      await expect.element(page.getByText(words)).toBeInViewport();
      await vi.waitFor(() => expect(toasts()).toHaveLength(1));
      if (label === 'Customer Full Name') await userEvent.fill(control, 'Sara');
      else await userEvent.click(control);
      expect(marksOn()).toEqual([]);
      expect(page.getByText(words).elements()).toEqual([]);
      await vi.waitFor(() => expect(toasts()).toEqual([]));
    },
  );

  it('shows one toast for repeated presses, and afterwards reports the next missing part', async () => {
    await show({ draft: { ...EMPTY_DRAFT, photo: PHOTO } });
    press();
    press();
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
    await userEvent.fill(page.getByLabelText('Customer Full Name'), 'Sara');
    await vi.waitFor(() => expect(toasts()).toEqual([]));
    press();
    await expect.element(page.getByLabelText('I confirm receipt of the following items')).toHaveFocus();
  });
});

describe('Enter', () => {
  it('never confirms from a field, a radio button or a checkbox', async () => {
    const { onConfirm } = await show({ draft: { ...COMPLETE, payment_received: true } });
    for (const label of ['Customer Full Name', 'Card machine', 'Received Payment']) {
      (page.getByLabelText(label).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    }
    expect(onConfirm).not.toHaveBeenCalled();
    expect(toasts()).toEqual([]);
    expect((page.getByLabelText('Customer Full Name').element() as HTMLInputElement).enterKeyHint).toBe(
      'done',
    );
  });

  it('on the button confirms', async () => {
    const { onConfirm } = await show({ draft: { ...COMPLETE, payment_received: true } });
    (button().element() as HTMLButtonElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});

const EITHER_ORDER: OrderWithItems = { ...SAMPLE_ORDER, pays_either: true };
const headline = () => document.querySelector('section p')?.textContent?.replace(/\s+/g, ' ').trim();

describe('the form', () => {
  it.each([
    ['payment_voided', 'Do not hand over: the payment was voided.'],
    ['not_paid', 'Do not hand over: the order is not paid.'],
  ] as const)(
    'refuses to confirm an order that must not be handed over: %s',
    async (waits_because, words) => {
      const draft = { ...COMPLETE, payment_received: true };
      const { onConfirm } = await show({ order: { ...SAMPLE_ORDER, waits_because }, draft });
      const banner = page.getByRole('alert').filter({ hasText: words });
      await expect.element(banner).toHaveTextContent('Call the shop.');
      for (const text of [/Collect AED/, /cash on hand/, 'Paid by:', 'Received Payment'])
        expect(page.getByText(text).query()).toBeNull();
      await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
      press();
      await vi.waitFor(() => expect(toasts()).toEqual([`${words}Call the shop.`]));
      expect(onConfirm).not.toHaveBeenCalled();
    },
  );

  it('shows the customer’s requests below the notes', async () => {
    const requests = [
      { name: 'Gift message', text: 'كل عام وأنت بخير' },
      { name: 'Gate code', text: '4711' },
    ];
    await show({ order: { ...SAMPLE_ORDER, notes: 'Ring twice', requests } });
    const facts = () => page.getByRole('region', { name: 'Order Details' }).getByRole('term');
    const names = facts()
      .elements()
      .map(({ textContent }) => textContent);
    expect(names.slice(names.indexOf('Notes'), names.indexOf('Notes') + 3)).toEqual([
      'Notes',
      'Gift message',
      'Gate code',
    ]);
    const text = page.getByText('كل عام وأنت بخير').element();
    expect(text.getAttribute('dir')).toBe('auto');
  });

  it('shows the amount to collect for the selected payment method', async () => {
    await show();
    expect(headline()).toBe('Collect AED 145.00 · Cash');
    await userEvent.click(page.getByLabelText('Card machine'));
    await vi.waitFor(() => expect(headline()).toBe('Charge AED 145.00 · Card machine'));
  });

  it('shows only the remaining amount after a part was paid or taken', async () => {
    await show({
      order: { ...SAMPLE_ORDER, paid_amount_fils: 4_500, due_amount_fils: 10_000, taken_fils: 2_500 },
    });
    expect(headline()).toBe('Collect AED 75.00 · Cash');
  });

  it.each([
    [PAID_ORDER, 'Nothing to collect · paid online'],
    [{ ...PAID_ORDER, payment_method: 'card' as const }, 'Nothing to collect · paid by card'],
    [{ ...PAID_ORDER, payment_method: 'cash' as const }, 'Nothing to collect · already paid'],
    [{ ...SAMPLE_ORDER, taken_fils: 14_500 }, 'Nothing to collect · already collected'],
    [{ ...SAMPLE_ORDER, due_amount_fils: 0, total_amount_fils: 0 }, 'Nothing to collect'],
  ])('case %#: shows that there is nothing to collect, and why', async (order, words) => {
    await show({ order });
    expect(headline()).toBe(words);
  });
});

describe('payment', () => {
  it('shows the effect of the selected payment method on the cash on hand', async () => {
    await show();
    await expect.element(page.getByLabelText('Cash', { exact: true })).toBeChecked();
    await expect.element(page.getByText('Adds AED 145.00 to your cash on hand')).toBeVisible();
    await userEvent.click(page.getByLabelText('Card machine'));
    await expect.element(page.getByText('Does not change your cash on hand')).toBeVisible();
  });

  it('preselects the card machine for an order to be paid by card', async () => {
    await show({ order: { ...SAMPLE_ORDER, payment_method: 'card' } });
    await expect.element(page.getByLabelText('Card machine')).toBeChecked();
    await expect.element(page.getByText('Does not change your cash on hand')).toBeVisible();
  });

  it('preselects nothing for an order of cash or card, and requires a selection before the payment', async () => {
    const { onConfirm } = await show({ order: EITHER_ORDER, draft: COMPLETE });
    const [cash, card_machine] = [
      page.getByLabelText('Cash', { exact: true }),
      page.getByLabelText('Card machine'),
    ];
    for (const tender of [cash, card_machine]) await expect.element(tender).not.toBeChecked();
    expect(headline()).toBe('Collect AED 145.00 · Cash or card');
    const words = 'Select how the customer pays';
    await expect.element(page.getByText(words)).toBeVisible();
    press();
    await vi.waitFor(() => expect(toasts()).toEqual([`Payment Confirmation Required${words}`]));
    const group = page.getByRole('group', { name: 'Paid by:' });
    await expect.element(group).toHaveAccessibleDescription(words);
    await expect.element(cash).toHaveFocus();
    await expect.element(cash).not.toBeChecked();
    await userEvent.click(card_machine);
    await vi.waitFor(() => expect(toasts()).toEqual([]));
    expect(headline()).toBe('Charge AED 145.00 · Card machine');
    await expect.element(page.getByText('Does not change your cash on hand')).toBeVisible();
    press();
    await expect.element(page.getByLabelText('Received Payment')).toHaveFocus();
    await userEvent.click(page.getByLabelText('Received Payment'));
    press();
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('restores the payment method of an order of cash or card from its draft', async () => {
    await show({ order: EITHER_ORDER, draft: { ...COMPLETE, tender: 'cash' } });
    await expect.element(page.getByLabelText('Cash', { exact: true })).toBeChecked();
    await expect.element(page.getByText('Adds AED 145.00 to your cash on hand')).toBeVisible();
  });

  it('adds the amount due, not the total, for a partly paid order', async () => {
    await show({ order: { ...SAMPLE_ORDER, paid_amount_fils: 4_500, due_amount_fils: 10_000 } });
    await expect.element(page.getByText('Adds AED 100.00 to your cash on hand')).toBeVisible();
  });

  it('adds only the remaining amount if this driver has already taken a part', async () => {
    await show({ order: { ...SAMPLE_ORDER, taken_fils: 10_000 } });
    await expect.element(page.getByText('Adds AED 45.00 to your cash on hand')).toBeVisible();
    await expect
      .element(page.getByText('You have already collected AED 100.00 for this order.'))
      .toBeVisible();
  });

  it('adds nothing if the whole amount was already taken', async () => {
    await show({ order: { ...SAMPLE_ORDER, taken_fils: 14_500 } });
    await expect.element(page.getByText('Does not change your cash on hand')).toBeVisible();
    await expect.element(page.getByLabelText('Received Payment')).toBeEnabled();
  });

  it('confirms the payment of a paid order automatically, without a choice of payment method', async () => {
    const { onConfirm } = await show({ order: PAID_ORDER, draft: COMPLETE });
    const received = page.getByLabelText('Received Payment (Auto-confirmed)');
    await expect.element(received).toBeChecked();
    await expect.element(received).toBeDisabled();
    expect(page.getByText('Paid by:').elements()).toEqual([]);
    await expect.element(page.getByText('Does not change your cash on hand')).toBeVisible();
    press();
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});

describe('items', () => {
  it('shows picked quantities, and the SKU of an item without a barcode', async () => {
    await show();
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent?.replace('×', '').trim()),
    );
    expect(rows).toEqual([
      ['Ground coffee', '6291041500213', '2', 'AED 45.00', 'AED 90.00'],
      ['تمر مجدول', 'DATE-1KG', '1', 'AED 50.00', 'AED 50.00'],
    ]);
  });
});

describe('folding of items and totals', () => {
  const [coffee] = SAMPLE_ORDER.items;
  if (!coffee) throw new Error('the sample order has items');
  const lines = (count: number, picked_qty: number) =>
    Array.from({ length: count }, (_, at) => ({ ...coffee, id: `item ${at}`, qty: 1, picked_qty }));

  it('shows up to three lines unfolded', async () => {
    await show({ order: { ...SAMPLE_ORDER, items: lines(3, 1) } });
    expect(document.querySelector('details')).toBeNull();
    expect(page.getByRole('row').elements()).toHaveLength(4);
  });

  it('folds more than three lines into a count that unfolds in place', async () => {
    await show({ order: { ...SAMPLE_ORDER, items: lines(12, 1) } });
    const count = page.getByText('12 items', { exact: true });
    expect(page.getByRole('row').elements()).toEqual([]);
    await userEvent.click(count);
    expect(page.getByRole('row').elements()).toHaveLength(13);
  });

  it('also counts the pieces if there are more pieces than lines', async () => {
    await show({ order: { ...SAMPLE_ORDER, items: lines(4, 3) } });
    await expect.element(page.getByText('4 items · 12 pieces')).toBeVisible();
  });

  it('hides zero amounts and shows only the total', async () => {
    const plain = { ...SAMPLE_ORDER, discount_fils: 0, shipping_fils: 0, subtotal_fils: 14_500 };
    await show({ order: plain });
    const form = page.getByRole('region', { name: 'Delivery Confirmation' }).element();
    const rows = [...form.querySelectorAll('dl dt')].map((name) => name.textContent);
    expect(rows).toEqual(['Total']);
  });

  it('shows every amount that changes the total, and the amount due', async () => {
    await show({ order: PAID_ORDER });
    const form = page.getByRole('region', { name: 'Delivery Confirmation' }).element();
    const rows = [...form.querySelectorAll('dl dt')].map((name) => name.textContent);
    expect(rows).toEqual(['Items', 'Discount', 'Shipping', 'Total', 'Already paid', 'Amount due']);
  });
});

describe('after sending', () => {
  it('is read-only with a notice while the outcome is unknown', async () => {
    const { onConfirm, onSendNow } = await show({
      draft: { ...COMPLETE, payment_received: true },
      standing: 'unknown',
    });
    await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
    await expect.element(page.getByLabelText('Customer Full Name')).toBeDisabled();
    expect(button().elements()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Send now' }));
    expect(onSendNow).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('shows the reason of a refusal and can be corrected', async () => {
    await show({
      draft: { ...COMPLETE, payment_received: true },
      standing: 'refused',
      refusal: 'This order is not out for delivery yet',
    });
    await expect.element(page.getByRole('alert')).toHaveTextContent('This order is not out for delivery yet');
    await expect.element(page.getByLabelText('Customer Full Name')).toBeEnabled();
    await expect.element(button()).toHaveAttribute('aria-disabled', 'false');
  });
});
