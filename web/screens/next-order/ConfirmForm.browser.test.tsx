import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import { PAID_ORDER, SAMPLE_ORDER } from '../../../tests/support/sample-order.ts';
import { localProblem } from '../../api/errors.ts';
import type { Standing } from '../../commands/standing.ts';
import { sendNow } from '../../commands/this-device.ts';
import { TimeZone } from '../../components/open-screen.ts';
import type { Draft } from '../../offline/device-records.ts';
import { EMPTY_DRAFT } from '../../offline/drafts.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';

vi.mock('../../commands/this-device.ts', { spy: true });

const PHOTO = new Blob(['photo'], { type: 'image/jpeg' });
const COMPLETE: Draft = { ...EMPTY_DRAFT, photo: PHOTO, customer_name: 'Sara', receipt_confirmed: true };

/** A delivery of the sample order as the outbox keeps it, refused with this text where there is one. */
function sampleEntry(refusal?: string): OutboxEntry<'confirm_delivery'> {
  const problem = { ...localProblem('no_access').problem, title: refusal ?? '' };
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
/** As a thumb would: the test library waits for a button that looks disabled to look enabled. */
const press = () => (button().element() as HTMLButtonElement).click();
const toasts = () => [...document.querySelectorAll('[data-toast]')].map((toast) => toast.textContent?.trim());
async function dismissToasts() {
  for (const close of document.querySelectorAll<HTMLElement>('[data-toast] button')) close.click();
  await vi.waitFor(() => expect(toasts()).toEqual([]), 15_000);
}

afterEach(async () => {
  await dismissToasts();
});

describe('Confirm Delivery', () => {
  it('looks disabled but says the first unmet rule when pressed, in order', async () => {
    const { onConfirm } = await show();
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
    expect((button().element() as HTMLButtonElement).disabled).toBe(false);

    press();
    const missing = 'Please capture a delivery image, enter customer name, and confirm receipt';
    await vi.waitFor(() => expect(toasts()).toEqual([`Missing Information${missing}`]), 15_000);
    await dismissToasts();

    await userEvent.fill(page.getByLabelText('Customer Full Name'), '   ');
    await userEvent.click(page.getByLabelText('I confirm receipt of the following items'));
    press();
    await vi.waitFor(() => expect(toasts()).toEqual([`Missing Information${missing}`]), 15_000);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('asks for the payment of a pending order last, then confirms once', async () => {
    const { onConfirm } = await show({ draft: COMPLETE });
    press();
    await vi.waitFor(
      () =>
        expect(toasts()).toEqual([
          'Payment Confirmation RequiredPlease confirm that payment has been received',
        ]),
      15_000,
    );
    await userEvent.click(page.getByLabelText('Received Payment'));
    await expect.element(button()).toHaveAttribute('aria-disabled', 'false');
    press();
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('keeps focus on the button that looks disabled', async () => {
    await show();
    (button().element() as HTMLButtonElement).focus();
    await expect.element(button()).toHaveFocus();
  });

  it('is natively disabled and says so only while busy', async () => {
    const { onConfirm } = await show({ draft: { ...COMPLETE, payment_received: true }, standing: 'busy' });
    const busy = page.getByRole('button', { name: 'Confirming Delivery...' });
    await expect.element(busy).toBeDisabled();
    (busy.element() as HTMLButtonElement).click();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe('payment', () => {
  it('says what the chosen tender does to the cash on hand', async () => {
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

  it('adds the amount due, not the total, of an order that was paid in part', async () => {
    await show({ order: { ...SAMPLE_ORDER, paid_amount_fils: 4_500, due_amount_fils: 10_000 } });
    await expect.element(page.getByText('Adds AED 100.00 to your cash on hand')).toBeVisible();
  });

  it('adds only the rest of an order for which this driver has already taken something', async () => {
    await show({ order: { ...SAMPLE_ORDER, taken_fils: 10_000 } });
    await expect.element(page.getByText('Adds AED 45.00 to your cash on hand')).toBeVisible();
    await expect.element(page.getByText('You have already taken AED 100.00 for this order.')).toBeVisible();
  });

  it('adds nothing where all of it was taken already', async () => {
    await show({ order: { ...SAMPLE_ORDER, taken_fils: 14_500 } });
    await expect.element(page.getByText('Does not change your cash on hand')).toBeVisible();
    await expect.element(page.getByLabelText('Received Payment')).toBeEnabled();
  });

  it('confirms the payment of a paid order by itself and offers no tender', async () => {
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
  it('shows picked quantities, and the SKU where there is no barcode', async () => {
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

describe('after it was sent', () => {
  it('is read-only while the outcome is unknown, and says so', async () => {
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

  it('shows why it was refused and can be corrected', async () => {
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
