import { newId } from '../../contract/rules/ids.ts';
import { DELIVERY_IMAGE, deliveryFolder, deliveryNoteName } from '../../contract/rules/storage-paths.ts';
import { defaultTender, paymentLeft, settle } from '../../contract/rules/tender.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import type { Profile } from '../../contract/schemas/profile.ts';
import { deliveryFailed } from '../api/delivery-words.ts';
import { plainFailure, type ToastWords } from '../api/problem-words.ts';
import { clockOffsetMs } from '../api/this-page.ts';
import type { DeliveryNoteInput } from '../documents/delivery-note.ts';
import { isDeviceFull } from '../offline/device-full.ts';
import { deviceOutbox } from '../offline/device-outbox.ts';
import type { Draft } from '../offline/drafts.ts';
import { type Outbox, SubjectSettled } from '../offline/outbox.ts';
import type { OutboxEntry } from '../offline/outbox-entry.ts';
import { sha256Hex } from '../offline/sha256.ts';
import { PRODUCT_NAME } from '../product-name.ts';

type Delivery = OutboxEntry<'confirm_delivery'>;

/** The note's program or font could not be loaded, mostly for want of a network. Nothing was recorded. */
export class NoteNotMade extends Error {
  override readonly name = 'NoteNotMade';
}

/** The toast for what `confirmDelivery` throws: then the delivery is not on the device, and its draft is as it was. */
export function notConfirmed(error: unknown): ToastWords {
  if (error instanceof NoteNotMade) return deliveryFailed('note');
  if (error instanceof SubjectSettled)
    return plainFailure('This order was already delivered from this device.');
  if (isDeviceFull(error))
    return plainFailure('This device has no room left to keep the delivery. Free some space and try again.');
  return plainFailure('An unexpected error occurred');
}

const preparing = new Map<string, Promise<Delivery>>();

/**
 * Makes the delivery note once, hashes the files and puts the command in the outbox. Resolves when it is safely on the
 * device, before anything is sent; a second call for the same order answers the first one's entry. Check the form first:
 * throws a RangeError when `draft` has no photo or the profile no driver record, NoteNotMade, and SubjectSettled.
 */
export function confirmDelivery(
  order: OrderWithItems,
  draft: Draft,
  profile: Profile,
  outbox: Outbox = deviceOutbox,
): Promise<Delivery> {
  const key = `${profile.id} ${order.id}`;
  const running = preparing.get(key) ?? prepare(order, draft, profile, outbox);
  preparing.set(key, running);
  return running.finally(() => preparing.delete(key));
}

async function prepare(
  order: OrderWithItems,
  draft: Draft,
  profile: Profile,
  outbox: Outbox,
): Promise<Delivery> {
  const pressed_at = new Date();
  const clock_offset_ms = clockOffsetMs();
  const existing = await outbox.openEntry('confirm_delivery', profile.id, order.id);
  if (existing) return existing;
  if (!draft.photo) throw new RangeError('A delivery needs a photo');
  if (!profile.driver) throw new RangeError('Only somebody with a driver record delivers');

  const command_id = newId();
  const delivered_at = new Date(pressed_at.getTime() + clock_offset_ms);
  const tender =
    order.payment_status === 'paid' ? null : (draft.tender ?? defaultTender(order.payment_method));
  const confirmed = { ...draft, tender, customer_name: draft.customer_name.trim() };
  const note = await makeNote(noteInput(order, confirmed, profile, { delivered_at, command_id })).catch(
    (cause: unknown) => {
      throw new NoteNotMade('The delivery note could not be made', { cause });
    },
  );
  const folder = deliveryFolder({
    shop_id: profile.shop_id,
    driver_id: profile.driver.id,
    order_id: order.id,
    order_number: order.order_number,
    delivered_at,
    time_zone: profile.shop.time_zone,
  });
  const noteName = deliveryNoteName({ order_id: order.id, order_number: order.order_number });
  const image = await fileOf(draft.photo, folder + DELIVERY_IMAGE);
  const pdf = await fileOf(note, folder + noteName);
  askToPersist();
  return await outbox.enqueue({
    command_id,
    user_id: profile.id,
    shop_id: profile.shop_id,
    endpoint: 'confirm_delivery',
    subject: order.id,
    occurred_at: pressed_at.toISOString(),
    clock_offset_ms,
    input: {
      order_id: order.id,
      customer_name: confirmed.customer_name,
      receipt_confirmed: draft.receipt_confirmed,
      payment_received: draft.payment_received,
      tender,
      due_amount_fils: order.due_amount_fils,
      delivery_image: { path: image.path, sha256: image.sha256 },
      delivery_note: { path: pdf.path, sha256: pdf.sha256 },
      occurred_at: pressed_at.toISOString(),
      clock_offset_ms,
    },
    files: [
      { ...image, bucket: 'order-deliveries', type: 'image/jpeg', stage: 'photo' },
      { ...pdf, bucket: 'order-deliveries', type: 'application/pdf', stage: 'note' },
    ],
  });
}

/** What makes it is fetched ahead after sign-in; here at the latest. */
async function makeNote(input: DeliveryNoteInput): Promise<Blob> {
  const { makeDeliveryNote } = await import('../documents/delivery-note.ts');
  return await makeDeliveryNote(input);
}

/** Asks the browser not to throw unsent work away when the disk is full; some ask the user. Missing over plain http. */
function askToPersist(): void {
  navigator.storage?.persist?.().catch(() => false);
}

async function fileOf(blob: Blob, path: string) {
  const bytes = await blob.arrayBuffer();
  return { path, bytes, sha256: await sha256Hex(bytes) };
}

function noteInput(
  order: OrderWithItems,
  draft: Draft,
  profile: Profile,
  made: { delivered_at: Date; command_id: string },
): DeliveryNoteInput {
  const { tender, collected_fils, payment_status } = settle(paymentLeft(order, order.taken_fils), draft);
  return {
    ...made,
    product_name: PRODUCT_NAME,
    shop_name: profile.shop.name,
    shop_id: profile.shop_id,
    time_zone: profile.shop.time_zone,
    order: {
      ...order,
      payment_status,
      items: order.items.map((item) => ({
        product_name: item.product.name,
        barcode: item.product.barcode ?? item.product.sku,
        quantity: item.picked_qty ?? item.qty,
        unit_price_fils: item.unit_price_fils,
        line_total_fils: item.line_total_fils,
      })),
      items_total_fils: order.subtotal_fils,
    },
    tender,
    collected_fils,
    customer_name: draft.customer_name,
  };
}
