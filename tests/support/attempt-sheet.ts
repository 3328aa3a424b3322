import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import { slipJpeg } from './sample-pictures.ts';
import type { ReceivedRequest } from './server-double.ts';

/** The controls of "Something else happened" on Next Order, in component tests. */
export const link = () => page.getByRole('button', { name: 'Something else happened' });
export const sheet = () => page.getByRole('dialog', { name: 'Something else happened' });
export const reason = (name: string) => sheet().getByRole('radio', { name, exact: true });
export const confirm = () => sheet().getByRole('button', { name: "Couldn't deliver", exact: true });
export const undo = () => page.getByRole('button', { name: 'Undo' });

/** Presses the confirm button even if it looks disabled: it then explains what is missing. */
export async function pressConfirm(): Promise<void> {
  (confirm().element() as HTMLElement).click();
}

/** Expects this order on Next Order. */
export async function shows(order_number: string): Promise<void> {
  const details = page.getByRole('region', { name: 'Order Details' });
  await expect.element(details.getByText(order_number, { exact: true })).toBeVisible();
}

export async function openSheet(): Promise<void> {
  await link().click();
  await expect.element(sheet()).toBeVisible();
}

export async function takePhoto(): Promise<void> {
  const photo = new File([await slipJpeg(300, 400)], 'door.jpg', { type: 'image/jpeg' });
  await userEvent.upload(sheet().getByLabelText('Choose file'), photo);
  await expect.element(sheet().getByRole('button', { name: 'Remove' })).toBeVisible();
}

/** The server's reply to an attempt at this order, or to its undo. */
export function attemptReply({ id, order_number }: OrderWithItems, { path, body }: ReceivedRequest): object {
  const order = { id, order_number, status: 'dispatched' };
  if (path.endsWith('/undo')) return { outcome: 'undone', order: { ...order, status: 'dispatching' } };
  const { attempt_id, occurred_at } = body as { attempt_id: string; occurred_at: string };
  return { attempt_id, number: 1, outcome: 'recorded', conflict: null, order, occurred_at };
}
