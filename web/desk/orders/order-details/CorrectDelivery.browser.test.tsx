import axe from 'axe-core';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeskDelivery } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { newId } from '../../../../contract/rules/ids.ts';
import { showPage } from '../../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../../tests/support/manager-page.ts';
import { quickDocuments } from '../../../../tests/support/quick-documents.ts';
import { CorrectDelivery } from './CorrectDelivery.tsx';

let server: ManagerServer;
beforeEach(async () => {
  quickDocuments();
  server = await managerServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
});

type Correctable = NonNullable<DeskDelivery['correctable']>;
type Delivery = DeskDelivery & { correctable: Correctable };

const AT = '2026-11-20T09:00:00.000Z';
const FILE = { bucket: 'order-deliveries' as const, path: '1/2/3.pdf', sha256: '33'.repeat(32) };
const facts = {
  ...{ customer_name: 'Layla', tender: 'cash' as const, collected_fils: 14_500, cash_fils: 14_500 },
  ...{ due_fils: 14_500, rounding_fils: 0, link_fils: 0, link_reference: null },
  ...{ transfer_fils: 0, transfer_reference: null, short_reason: null },
};

function deliveryWith(corrections: Correctable['corrections']): Delivery {
  return {
    ...{ id: newId(), driver: 'Dawood Driver', customer_name: 'Layla', outcome: 'delivered', conflict: null },
    ...{ tender: 'cash', collected_fils: 14_500, cash_fils: 14_500, delivered_at: AT, recorded_at: AT },
    ...{ photo: FILE, note: FILE, erased_at: null, store_payment: null, taking: null },
    correctable: { driver_id: 7, user_id: newId(), facts, corrections, handed_in: false },
  };
}

test('a form that is open while another correction is recorded sends the number that it was opened with', async () => {
  const shown = deliveryWith([]);
  let refresh: (delivery: Delivery) => void = () => {};
  function Shown() {
    const [delivery, setDelivery] = useState(shown);
    refresh = setDelivery;
    return (
      <CorrectDelivery order={{ id: newId(), order_number: '1042' }} delivery={delivery} onClose={() => {}} />
    );
  }
  await showPage(<Shown />);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Received by' }).fill('Layla Haddad');
  const correction = {
    ...{ id: newId(), number: 1, state: 'recorded' as const, reason: null, by: 'Dawood Driver' },
    facts: { ...facts, collected_fils: 15_000, cash_fils: 15_000 },
    ...{ decided_by: null, difference_fils: 0, recorded_at: AT, photo: null, document: null },
  };
  refresh({ ...shown, correctable: { ...shown.correctable, corrections: [correction], handed_in: true } });
  await dialog.getByRole('textbox', { name: 'Reason of the correction' }).fill('The name was wrong');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await vi.waitFor(() => expect(server.sent('/api/delivery-corrections/by-manager')).toHaveLength(1));
  const [sent] = server.sent('/api/delivery-corrections/by-manager');
  expect(sent?.body).toMatchObject({ number: 1, taken: { cash_fils: 14_500 } });
});

test('the form is accessible, and the keyboard marks what is missing and sends it', async () => {
  await showPage(
    <CorrectDelivery
      order={{ id: newId(), order_number: '1042' }}
      delivery={deliveryWith([])}
      onClose={() => {}}
    />,
  );
  const dialog = page.getByRole('dialog', { name: 'Correct delivery #1042' });
  await expect.element(dialog.getByRole('textbox', { name: /Cash taken/ })).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}150');
  const press = async () => {
    dialog.getByRole('button', { name: 'Correct', exact: true }).element().focus();
    await userEvent.keyboard('{Enter}');
  };
  await press();
  const reason = dialog.getByRole('textbox', { name: 'Reason of the correction' });
  await expect.element(reason).toHaveFocus();
  await expect.element(reason).toHaveAccessibleDescription('Enter the reason of the correction');
  const { violations } = await axe.run(dialog.element());
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await userEvent.keyboard('The customer called');
  await press();
  await vi.waitFor(() => expect(server.sent('/api/delivery-corrections/by-manager')).toHaveLength(1));
});
