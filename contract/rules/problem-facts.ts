import type { VoidBlocker } from './approvals.ts';
import type { OrderStatus } from './orders/order-life.ts';
import type { WaitReason } from './orders/waiting-orders.ts';

/** An invalid field of the input; `value` is the rejected value, unless it is secret. */
export type BadField =
  | { field: 'email' | 'time_zone' | 'country'; value: string }
  | { field: 'password'; why: 'short' | 'long' | 'nul' }
  | { field: 'card_machine' | 'driver' | 'full_name' | 'reason' | 'shop_domain' | 'shop_name' };

/** The record that does not exist. */
export type Missing =
  | { what: 'shop'; shop_id: number }
  | { what: 'staff'; email: string }
  | { what: 'order'; shop_id: number; order_number: string }
  | { what: 'order_id' | 'driver_id' | 'staff_id' | 'approval' }
  | { what: 'card_machine'; shop_id: number; number: string }
  | { what: 'device'; shop_id: number; device_id: string }
  | { what: 'waiting' | 'listed'; named: string };

type Order = { order_number: string };
type OrderWithStatus = Order & { status: OrderStatus };

/**
 * The facts of a problem by its code, from which clients build messages; none is parsed from text. Amounts in
 * fils.
 */
export type ProblemFacts = {
  invalid_input: BadField;
  not_found: Missing;
  already_exists:
    | { what: 'staff'; email: string }
    | { what: 'card_machine'; shop_id: number; number: string }
    | { what: 'store'; shop_id: number; shop_domain: string };
  driver_not_found: { email: string };
  cannot_deliver: { email: string; role: string | null };
  staff_disabled: { email: string };
  staff_elsewhere: { email: string; shop_id: number };
  /** `open_fils`: shortages and overs that are not settled. */
  holds_cash: { full_name: string; shop_id: number; held_fils: number; open_fils: number };
  has_open_orders: Order & { driver_id: number; shop_id: number };
  card_machine_elsewhere: { number: string; holder: string };
  card_machine_in_shop: { number: string; shop_id: number };
  order_closed: OrderWithStatus & { stays: 'its driver' | 'everything' | 'erased' };
  order_step: OrderWithStatus & { to: OrderStatus };
  order_without_driver: Order & { to: OrderStatus };
  order_waits: Order & { because: WaitReason };
  order_on_the_road: OrderWithStatus;
  order_moved: OrderWithStatus;
  order_not_cancelled: OrderWithStatus;
  cancelled_in_store: Order;
  delivery_recorded: Order;
  store_not_connected: { shop_id: number };
  /** `reason` is the store's error message, or why no request to the store was possible. */
  store_refused: { reason: string };
  credentials_refused: { reason: string };
  /** `reference` names the later record, or the card machine; null if it has no reference. */
  void_blocked: { because: VoidBlocker; reference: string | null };
  scopes_missing: { scopes: readonly string[] };
};

export type FactCode = keyof ProblemFacts;
