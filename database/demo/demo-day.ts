import type { OrderStatus } from '../../contract/rules/order-life.ts';
import type { PaymentMethod } from '../../contract/rules/tender.ts';
import type { NewOrder } from '../../server/orders/new-order.ts';

/** The day that the demo's desk looks at, beside what the four accounts have: who works, what was ordered, and what became of it. All names are invented. */

/** `driver3` and so on, with the demo's password. Those who have a machine began their day with it and a float. */
export const DAY_DRIVERS: readonly { full_name: string; machine: string | null }[] = [
  { full_name: 'Imran Sheikh', machine: 'POS-03' },
  { full_name: 'محمد الحمادي', machine: 'POS-04' },
  { full_name: 'Ravi Kumar', machine: 'POS-05' },
  { full_name: 'Samuel Okello', machine: 'POS-06' },
  { full_name: 'Anil Thapa', machine: 'POS-07' },
  { full_name: 'Yousef Darwish', machine: 'POS-08' },
  { full_name: 'Nimal Perera', machine: null },
  { full_name: 'Hassan Raza', machine: 'POS-09' },
  { full_name: 'Jomar Dela Cruz', machine: null },
  { full_name: 'سعيد المنصوري', machine: null },
];

/** So many of the drivers are out; one more waits at the shop with stops. */
export const OUT_DRIVERS = 7;
export const OFF_DUTY_DRIVER = 9;
export const FLOAT_FILS = 10_000;

export type Fate =
  | { kind: 'unassigned'; status: Extract<OrderStatus, 'picking' | 'packed'> }
  | { kind: 'with_driver'; driver: number; status: OrderStatus; out_since: Date }
  | { kind: 'delivered'; driver: number; out_since: Date; delivered_at: Date }
  | { kind: 'cancelled' }
  /** It was cancelled while its driver stood at the door (ruling A9). */
  | { kind: 'cancelled_at_door'; driver: number; out_since: Date; delivered_at: Date };

export type DayOrder = { order: NewOrder; fate: Fate };

const FIRST_NUMBER = 10_301;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const AREAS: readonly [area: string, addresses: readonly string[]][] = [
  [
    'Dubai Marina',
    ['Marina Heights Tower, Apt 1803', 'Bay Crest Residence, Apt 504', 'Dock Street 4, Villa 12'],
  ],
  ['Al Barsha 1', ['Street 12A, Palm Court Building, Flat 302', 'Street 8C, Villa 27']],
  ['Jumeirah Village Circle', ['District 12, Cedar House, Apt 611', 'District 15, Olive Terrace, Apt 208']],
  ['Al Quoz 3', ['Street 19, Warehouse 6', 'Street 23B, Staff Building 2, Room 14']],
  ['Business Bay', ['Canal View Tower B, Office 2104', 'Lake Side Residence, Apt 1512']],
  ['Deira', ['Naif Street 41, Old Souk Building, Flat 9', 'Corniche Road 7, Gulf Star Building, Flat 1105']],
  ['Mirdif', ['Street 37, Villa 8', 'Street 52B, Villa 113']],
  ['Al Nahda 2', ['Green Crescent Building 7, Flat 410', 'Street 10, Sunrise Tower, Flat 1907']],
  ['البرشاء 3', ['شارع 23، فيلا 9', 'شارع 31، بناية النخيل، شقة 204']],
  ['ند الشبا', ['شارع 14، فيلا 62', 'شارع 6، فيلا 5']],
];

const CUSTOMERS: readonly (readonly [first_name: string, last_name: string])[] = [
  ['Hessa', 'Al Suwaidi'],
  ['Priya', 'Raman'],
  ['عائشة', 'الكتبي'],
  ['Daniel', 'Whitmore'],
  ['Mariam', 'Al Zaabi'],
  ['Tomás', 'Ibáñez'],
  ['خالد', 'بن راشد المهيري'],
  ['Leila', 'Farhadi'],
  ['Chinedu', 'Obi'],
  ['نورة', 'الشامسي'],
  ['Grace', 'Villanueva'],
  ['Arjun', 'Deshpande'],
  ['Sofia', 'Lindqvist'],
  ['عبد الرحمن', 'الظاهري'],
  ['Omar', 'Khoury'],
  ['Mei', 'Tan'],
  ['Fatima Zahra', 'Bennani-Alaoui'],
];

const PRODUCTS: readonly [name: string, sku: string, unit_price_fils: number][] = [
  ['Medjool Dates 1 kg', 'DAT-MED-1', 4_550],
  ['Full Cream Milk 2 L', 'MLK-FC-2', 1_195],
  ['خبز عربي كبير', 'BRD-AR-L', 325],
  ['Basmati Rice 5 kg', 'RIC-BAS-5', 3_875],
  ['Chicken Breast 1 kg', 'CHK-BR-1', 3_290],
  ['Drinking Water 6 x 1.5 L', 'WAT-6', 1_250],
  ['Labneh 500 g', 'LAB-500', 1_475],
  ['Tomatoes 1 kg', 'TOM-1', 620],
  ['Arabic Coffee 500 g', 'COF-AR-500', 2_995],
  ['Baby Diapers, size 4, 64 pcs', 'DIA-4-64', 6_450],
];

const NOTES = [
  null,
  null,
  null,
  'Please ring twice',
  null,
  'يرجى الاتصال قبل الوصول',
  null,
  'Leave with reception',
];

/** One of a list, always the same for the same number. */
function pick<T>(from: readonly T[], at: number): T {
  const one = from[at % from.length];
  if (one === undefined) throw new Error('There is nothing to pick from');
  return one;
}

/** All orders of the day, the same ones whenever it is asked with the same time. */
export function dayOrders(began: Date): DayOrder[] {
  return fates(began).map((fate, at) => ({ order: dayOrder(at, fate, began), fate }));
}

function fates(began: Date): Fate[] {
  const now = began.getTime();
  const first = Math.max(dubaiMidnight(began), now - 9 * HOUR_MS);
  const before = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  const times = <One>(count: number, make: (at: number) => One) =>
    Array.from({ length: count }, (_, at) => make(at));
  /** The day's deliveries one after the other, the first soon after the shop opened. */
  const delivered = (share: number) => new Date(first + (now - first) * share);
  const leftFor = (at: Date, minutes: number) => new Date(at.getTime() - minutes * MINUTE_MS);
  const out = (at: number) => at % OUT_DRIVERS;
  const all: Fate[] = [
    ...times(16, (): Fate => ({ kind: 'unassigned', status: 'packed' })),
    ...times(6, (): Fate => ({ kind: 'unassigned', status: 'picking' })),
    ...times(14, (at): Fate => withDriver(at % (OUT_DRIVERS + 1), 'packed', now)),
    ...times(10, (at): Fate => withDriver(at % (OUT_DRIVERS + 1), 'dispatched', now)),
    ...times(4, (at): Fate => withDriver(at, 'picking', now)),
    ...times(36, (at): Fate => withDriver(out(at), 'dispatching', now - (8 + at) * MINUTE_MS)),
    ...times(8, (at): Fate => withDriver(out(at), 'delivering', now - (25 + 3 * at) * MINUTE_MS)),
    ...times(50, (at): Fate => {
      const delivered_at = delivered(0.1 + (0.88 * at) / 50);
      return {
        kind: 'delivered',
        driver: at % 6 === 5 ? 8 : out(at),
        out_since: leftFor(delivered_at, 14 + (at % 23)),
        delivered_at,
      };
    }),
    ...times(8, (): Fate => ({ kind: 'cancelled' })),
    ...times(
      4,
      (at): Fate => ({
        kind: 'cancelled_at_door',
        driver: out(at),
        out_since: before(70),
        delivered_at: delivered(0.9 + at / 50),
      }),
    ),
  ];
  return all;
}

function withDriver(driver: number, status: OrderStatus, out_since_ms: number): Fate {
  return { kind: 'with_driver', driver, status, out_since: new Date(out_since_ms) };
}

/** Dubai's clock is four hours ahead all year. */
function dubaiMidnight(at: Date): number {
  const ahead_ms = 4 * HOUR_MS;
  const day_ms = 24 * HOUR_MS;
  return Math.floor((at.getTime() + ahead_ms) / day_ms) * day_ms - ahead_ms;
}

const METHODS: readonly PaymentMethod[] = [
  'cash',
  'cash',
  'card',
  'cash',
  'online',
  'card',
  'cash',
  'online',
  'cash',
];

function dayOrder(at: number, fate: Fate, began: Date): NewOrder {
  const [area, addresses] = pick(AREAS, at * 7 + 3);
  const [first_name, last_name] = pick(CUSTOMERS, at * 5 + 2);
  const method = pick(METHODS, at * 4 + 1);
  const lines = Array.from({ length: 1 + (at % 4) }, (_, line) => {
    const [name, sku, unit_price_fils] = pick(PRODUCTS, at * 3 + line * 7);
    return { name, sku, qty: 1 + ((at + line) % 3), unit_price_fils };
  });
  const subtotal_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const shipping_fils = subtotal_fils < 10_000 ? 1_000 : 0;
  const total_amount_fils = subtotal_fils + shipping_fils;
  const is_paid = method === 'online';
  const created_at = orderedAt(at, fate, began);
  return {
    order_number: String(FIRST_NUMBER + at),
    external_id: null,
    customer: { first_name, last_name, phone: `+97150${String(5_550_100 + at * 37)}` },
    delivery_address: `${pick(addresses, at)}, ${area}${/[a-z]/i.test(area) ? ', Dubai' : '، دبي'}`,
    area: at % 9 === 4 ? null : area,
    notes: pick(NOTES, at),
    created_at,
    promised_at: promisedAt(at, fate, created_at, began),
    payment_method: method,
    payment_status: is_paid ? 'paid' : 'pending',
    subtotal_fils,
    discount_fils: 0,
    shipping_fils,
    tax_fils: 0,
    total_amount_fils,
    paid_amount_fils: is_paid ? total_amount_fils : 0,
    due_amount_fils: is_paid ? 0 : total_amount_fils,
    lines,
  };
}

function orderedAt(at: number, fate: Fate, began: Date): Date {
  const left = 'out_since' in fate ? Math.min(fate.out_since.getTime(), began.getTime()) : began.getTime();
  return new Date(left - (25 + ((at * 41) % 600)) * MINUTE_MS);
}

/** Most were promised for later today; some of those that are open are late. */
function promisedAt(at: number, fate: Fate, created_at: Date, began: Date): Date | null {
  if (at % 5 === 2) return null;
  if ('delivered_at' in fate) return new Date(fate.delivered_at.getTime() + ((at % 7) - 2) * 20 * MINUTE_MS);
  const late = at % 8 === 1;
  const promised = began.getTime() + (late ? -(10 + (at % 50)) : 40 + ((at * 13) % 260)) * MINUTE_MS;
  return new Date(Math.max(promised, created_at.getTime() + 10 * MINUTE_MS));
}
