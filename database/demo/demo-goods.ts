import type { PaymentMethod } from '../../contract/rules/orders/tender.ts';

/** The demo's customers, addresses and products. All names are invented. */

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

/** Returns one item of a list, always the same for the same number. */
function pick<T>(from: readonly T[], at: number): T {
  const one = from[at % from.length];
  if (one === undefined) throw new Error('The list is empty');
  return one;
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

export type Purchase = ReturnType<typeof purchaseOf>;

/** Returns a purchase with its amounts, always the same for the same number. */
export function purchaseOf(at: number) {
  const [area, addresses] = pick(AREAS, at * 7 + 3);
  const [first_name, last_name] = pick(CUSTOMERS, at * 5 + 2);
  const lines = Array.from({ length: 1 + (at % 4) }, (_, line) => {
    const [name, sku, unit_price_fils] = pick(PRODUCTS, at * 3 + line * 7);
    return { name, sku, qty: 1 + ((at + line) % 3), unit_price_fils };
  });
  const subtotal_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const shipping_fils = subtotal_fils < 10_000 ? 1_000 : 0;
  const total_amount_fils = subtotal_fils + shipping_fils;
  const payment_method = pick(METHODS, at * 4 + 1);
  const is_paid = payment_method === 'online';
  return {
    customer: { first_name, last_name, phone: `+97150${String(5_550_100 + at * 37)}` },
    address: pick(addresses, at),
    area,
    notes: pick(NOTES, at),
    payment_method,
    payment_status: is_paid ? ('paid' as const) : ('pending' as const),
    subtotal_fils,
    shipping_fils,
    total_amount_fils,
    paid_amount_fils: is_paid ? total_amount_fils : 0,
    due_amount_fils: is_paid ? 0 : total_amount_fils,
    lines,
  };
}
