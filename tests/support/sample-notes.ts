import type { OrderLineItem } from '../../contract/schemas/orders.ts';
import type { DeliveryNoteInput } from '../../web/documents/delivery/delivery-note.ts';
import { SAMPLE_ORDER } from './sample-order.ts';

type Changes = Partial<Omit<DeliveryNoteInput, 'order'>> & { order?: Partial<DeliveryNoteInput['order']> };

export function item(
  name: string,
  qty = 2,
  unit_price_fils = 1_195,
  barcode: string | null = '6291003001234',
): OrderLineItem {
  return {
    id: name,
    qty: qty + 5,
    picked_qty: qty,
    unit_price_fils,
    line_total_fils: qty * unit_price_fils,
    product: { name, barcode, sku: 'SHELF-12' },
  };
}

/** An order of the demo shop, delivered on 20 November 2026 at 14:05 in Dubai, with consistent sums. */
export function sampleNote({ order = {}, ...changes }: Changes = {}): DeliveryNoteInput {
  const items = order.items ?? [
    item('Al Rawabi Full Cream Milk 2L'),
    item('Fairy Dishwashing Liquid Lemon 1L, twin pack', 1, 1_749),
    item('Eggs, free range, 30 pcs', 1, 2_995, null),
  ];
  const subtotal_fils = items.reduce((sum, { line_total_fils }) => sum + line_total_fils, 0);
  const [discount_fils, shipping_fils] = [500, 1_000];
  const total_amount_fils = subtotal_fils - discount_fils + shipping_fils;
  return {
    product_name: 'Mandoob',
    shop_name: 'Al Barsha Fresh Market',
    shop_id: 3,
    time_zone: 'Asia/Dubai',
    tender: 'cash',
    collected_fils: total_amount_fils,
    customer_name: 'Rahul Menon',
    delivered_at: new Date('2026-11-20T10:05:30Z'),
    command_id: '019aa0c4-5b1e-7c3a-9d21-0f4be5a7c911',
    ...changes,
    order: {
      ...SAMPLE_ORDER,
      order_number: '10236',
      delivery_address: 'Villa 14, Street 23b, Al Barsha 2, Dubai',
      payment_method: 'cash',
      payment_status: 'paid',
      customer: { first_name: 'Rahul', last_name: 'Menon', phone: '+971 50 123 4567' },
      subtotal_fils,
      discount_fils,
      shipping_fils,
      tax_fils: 0,
      total_amount_fils,
      paid_amount_fils: 0,
      due_amount_fils: total_amount_fils,
      ...order,
      items,
    },
  };
}

export const arabicNote = () =>
  sampleNote({
    shop_name: 'سوق البرشاء الطازج',
    customer_name: 'فاطمة محمّد الخالدي',
    order: {
      order_number: '10241',
      delivery_address:
        'شقة 304 (الطابق 3)، بناية خالد، شارع الشيخ زايد، قرب محطة مترو "مول الإمارات" (Exit 2)، دبي',
      customer: { first_name: 'فاطمة', last_name: 'الخالدي', phone: '+971 4 555 0123' },
      items: [item('خبز عربي كبير'), item('حليب المراعي كامل الدسم 2 لتر (عرض)'), item('Laban لبن 1L', 3)],
    },
  });

export const manyItemsNote = () =>
  sampleNote({
    order: {
      items: Array.from({ length: 60 }, (_, n) => item(`Item number ${n + 1} of the weekly shopping`, n + 1)),
    },
  });

export const longWordsNote = () =>
  sampleNote({
    product_name: 'The Longest Delivery Product Name Anybody Ever Configured',
    shop_name: 'Al Barsha Fresh Market and Household Goods Trading Company (Branch 17, Mall of the Emirates)',
    customer_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(8)} the third`,
    order: {
      order_number: 'WEB-2026-000000000000000000000000000000010236-REPLACEMENT',
      delivery_address: `${'Tower of the Seven Winds, level 44, apartment 4407, '.repeat(6)}Dubai`,
      customer: { first_name: 'W'.repeat(60), last_name: 'Şükrü-Öztürk Ğülbahar', phone: '+971 50 123 4567' },
      items: [
        item('W'.repeat(60), 100_000, 1_000_000_000, 'W'.repeat(40)),
        item('Nescafé “Gold” — 200g', 1),
        item('Ülker Çikolatalı Gofret Şekersiz', 1),
        item('珍珠奶茶 🧋 Bubble tea', 1),
      ],
    },
  });
