import type { RecordAttempt } from '../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { attemptPhotoName } from '../../contract/rules/orders/attempts.ts';
import { deliveryFolder } from '../../contract/rules/storage-paths.ts';
import type { TestOrder } from './test-shop.ts';

type Attempted = {
  shop: { shop_id: number; time_zone: string };
  driver: { driver_id: number | null };
  order: Pick<TestOrder, 'id' | 'order_number'>;
};

/** An attempt of which the driver wrote only the reason, with the values of `changes`. */
export function attemptInput(
  order: Pick<TestOrder, 'id'>,
  changes: Partial<RecordAttempt> = {},
): RecordAttempt {
  return {
    attempt_id: newId(),
    order_id: order.id,
    reason: 'unreachable',
    note: null,
    photo: null,
    next: null,
    position: null,
    occurred_at: new Date().toISOString(),
    clock_offset_ms: 0,
    ...changes,
  };
}

/** Returns the path of an attempt's photo. */
export function attemptPhotoPath({ shop, driver, order }: Attempted, attempt_id: string): string {
  const { shop_id, time_zone } = shop;
  const named = { order_id: order.id, order_number: order.order_number };
  const delivered_at = new Date();
  const driver_id = driver.driver_id ?? 0;
  return (
    deliveryFolder({ ...named, shop_id, time_zone, driver_id, delivered_at }) + attemptPhotoName(attempt_id)
  );
}
