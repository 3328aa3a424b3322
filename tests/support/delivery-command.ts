import type {
  ConfirmDelivery,
  DeliveryConfirmed,
} from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { newId } from '../../contract/rules/ids.ts';

export const FOLDER = '1/7/2026-11/1001/';

const PHOTO = '11'.repeat(32);
const NOTE = '22'.repeat(32);

/** A delivery as the outbox accepts it, with a new command and order each time unless given. */
export function deliveryCommand(of: { user_id: string; order_id?: string; command_id?: string }) {
  const order_id = of.order_id ?? newId();
  const occurred_at = '2026-11-20T10:00:00.000Z';
  const input: ConfirmDelivery = {
    order_id,
    customer_name: 'Layla Haddad',
    receipt_confirmed: true,
    payment_received: true,
    tender: 'cash',
    due_amount_fils: 14_500,
    delivery_image: { path: `${FOLDER}delivery-image.jpg`, sha256: PHOTO },
    delivery_note: { path: `${FOLDER}1001.pdf`, sha256: NOTE },
    occurred_at,
    clock_offset_ms: 0,
  };
  return {
    command_id: of.command_id ?? newId(),
    user_id: of.user_id,
    shop_id: 1,
    endpoint: 'confirm_delivery' as const,
    subject: order_id,
    occurred_at,
    clock_offset_ms: 0,
    input,
    files: [
      {
        ...input.delivery_image,
        bucket: 'order-deliveries' as const,
        type: 'image/jpeg' as const,
        stage: 'photo' as const,
        bytes: new Uint8Array([1, 2, 3]).buffer,
      },
      {
        ...input.delivery_note,
        bucket: 'order-deliveries' as const,
        type: 'application/pdf' as const,
        stage: 'note' as const,
        bytes: new Uint8Array([4, 5]).buffer,
      },
    ],
  };
}

export function deliveryReply(order_id: string, changes: Partial<DeliveryConfirmed> = {}): DeliveryConfirmed {
  return {
    confirmation_id: newId(),
    outcome: 'delivered',
    conflict: null,
    order: {
      id: order_id,
      order_number: '1001',
      status: 'completed',
      payment_status: 'paid',
      actual_delivery_time: '2026-11-20T10:00:00Z',
      delivery_duration_seconds: 900,
    },
    delivered_at: '2026-11-20T10:00:00Z',
    cash: { success: true, error: null, new_total_fils: 14_500, amount_fils: 14_500 },
    ...changes,
  };
}
