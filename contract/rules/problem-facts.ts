import type { OrderStatus } from './orders/order-life.ts';
import type { WaitReason } from './orders/waiting-orders.ts';

/** What somebody filled in that is not as it has to be; `value` as it was given, where it is no secret. */
export type BadField =
  | { field: 'email' | 'time_zone' | 'country'; value: string }
  | { field: 'password'; why: 'short' | 'long' | 'nul' }
  | { field: 'card_machine' | 'driver' | 'full_name' | 'reason' | 'shop_domain' | 'shop_name' };

/** What there is not. */
export type Missing =
  | { what: 'shop'; shop_id: number }
  | { what: 'staff'; email: string }
  | { what: 'order'; shop_id: number; order_number: string }
  | { what: 'order_id' | 'driver_id' | 'staff_id' }
  | { what: 'card_machine'; shop_id: number; number: string }
  | { what: 'device'; shop_id: number; device_id: string }
  | { what: 'waiting' | 'listed'; named: string };

type Order = { order_number: string };
type OrderStanding = Order & { status: OrderStatus };

/** What a problem says beside its code, for whoever puts it into words; nobody reads it from a sentence. Amounts in fils. */
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
  holds_cash: { full_name: string; shop_id: number; held_fils: number };
  has_open_orders: Order & { driver_id: number; shop_id: number };
  card_machine_elsewhere: { number: string; holder: string };
  card_machine_in_shop: { number: string; shop_id: number };
  order_closed: OrderStanding & { stays: 'its driver' | 'everything' | 'erased' };
  order_step: OrderStanding & { to: OrderStatus };
  order_without_driver: Order & { to: OrderStatus };
  order_waits: Order & { because: WaitReason };
  order_on_the_road: OrderStanding;
  order_moved: OrderStanding;
  order_not_cancelled: OrderStanding;
  cancelled_in_store: Order;
  delivery_recorded: Order;
  store_not_connected: { shop_id: number };
  /** `reason` is what the store said, or what keeps us from asking it. */
  store_refused: { reason: string };
  credentials_refused: { reason: string };
  scopes_missing: { scopes: readonly string[] };
};

export type FactCode = keyof ProblemFacts;
