import type { ListField } from './import-fields.ts';

/**
 * Returns the key by which headers are compared: without case, width, invisible characters and repeated
 * spaces.
 */
export function headerKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ');
}

const AED_BEFORE = /^[([]?(?:aed|dhs?\.?|dirhams?|د\.?\s?إ\.?|درهم)[)\]\s:,/_-]+(?=.)/;
const AED_AFTER = /^(.+?)[\s([:,/_-]+(?:aed|dhs?\.?|dirhams?|د\.?\s?إ\.?|درهم)[)\]]?$/;

/**
 * Returns a header's key without AED: `Amount (AED)` and `Dhs Amount` become `amount`, `Amount (USD)` stays.
 */
export function keyInAed(header: string): string {
  return headerKey(header).replace(AED_BEFORE, '').replace(AED_AFTER, '$1').trim();
}

/**
 * Common headers of lists, likeliest first, including WooCommerce's exports. Each header belongs to one field
 * only.
 */
export const LIST_HEADERS: Partial<Record<ListField, readonly (string | readonly string[])[]>> = {
  order_number: [
    ...[
      'order number',
      'order_number',
      'order no',
      'order no.',
      'order #',
      'order id',
      'order_id',
      'order',
      'number',
      'no',
      'no.',
      '#',
    ],
    ...['رقم الطلب', 'الطلب', 'رقم'],
  ],
  name: [
    ['first name (shipping)', 'last name (shipping)'],
    ['shipping_first_name', 'shipping_last_name'],
    ['first name', 'last name'],
    ...[
      'customer name',
      'customer',
      'name',
      'full name',
      'client',
      'recipient',
      'اسم العميل',
      'العميل',
      'الاسم',
    ],
  ],
  other_name: [
    ['first name (billing)', 'last name (billing)'],
    ['billing_first_name', 'billing_last_name'],
  ],
  phone: [
    ...[
      'phone',
      'phone number',
      'mobile',
      'mobile number',
      'mobile no',
      'tel',
      'telephone',
      'contact',
      'contact number',
      'whatsapp',
    ],
    ...[
      'phone (billing)',
      'billing_phone',
      'phone (shipping)',
      'shipping_phone',
      'الهاتف',
      'الجوال',
      'رقم الهاتف',
      'موبايل',
    ],
  ],
  address: [
    ['address 1&2 (shipping)', 'city (shipping)'],
    ['shipping_address_1', 'shipping_address_2', 'shipping_city'],
    ['address 1', 'address 2', 'city'],
    ['address line 1', 'address line 2', 'city'],
    ...['address', 'delivery address', 'shipping address', 'location', 'street', 'العنوان', 'عنوان التوصيل'],
  ],
  other_address: [
    ['address 1&2 (billing)', 'city (billing)'],
    ['billing_address_1', 'billing_address_2', 'billing_city'],
  ],
  area: ['area', 'zone', 'district', 'neighbourhood', 'neighborhood', 'emirate', 'المنطقة', 'الحي'],
  promised: [
    'promised',
    'promised at',
    'deliver by',
    'delivery date',
    'delivery time',
    'due date',
    'موعد التوصيل',
    'تاريخ التوصيل',
  ],
  amount: [
    ...[
      'amount',
      'total',
      'order total',
      'order total amount (- refund)',
      'order total amount',
      'order_total',
      'total amount',
      'grand total',
      'price total',
      'value',
    ],
    ...['المبلغ', 'الإجمالي', 'الاجمالي', 'المجموع'],
  ],
  due: [
    'due',
    'amount due',
    'to collect',
    'collect',
    'cod amount',
    'cash to collect',
    'balance',
    'outstanding',
    'المبلغ المطلوب',
  ],
  method: [
    ...[
      'method',
      'payment method',
      'payment',
      'payment method title',
      'payment_method_title',
      'payment type',
      'pay by',
    ],
    ...['طريقة الدفع', 'الدفع'],
  ],
  paid: ['paid', 'is paid', 'payment status', 'paid?', 'مدفوع', 'حالة الدفع'],
  notes: [
    'notes',
    'note',
    'customer note',
    'customer_note',
    'remarks',
    'comments',
    'instructions',
    'ملاحظات',
  ],
  created: [
    'order date',
    'order_date',
    'date',
    'created',
    'created at',
    'ordered at',
    'تاريخ الطلب',
    'التاريخ',
  ],
  currency: ['currency', 'order currency', 'order_currency', 'العملة'],
  status: ['status', 'order status', 'order_status', 'الحالة', 'حالة الطلب'],
  shipping_method: [
    ...[
      'shipping method',
      'shipping_method',
      'shipping method title',
      'shipping_method_title',
      'delivery method',
    ],
    ...['delivery type', 'طريقة التوصيل', 'طريقة الشحن'],
  ],
  item: ['item name', 'product', 'product name', 'item', 'items', 'المنتج', 'الصنف'],
  sku: ['sku', 'item sku', 'product sku'],
  quantity: ['quantity (- refund)', 'quantity', 'qty', 'الكمية'],
  price: ['item cost', 'unit price', 'item price', 'price', 'السعر'],
  shipping: [
    'order shipping amount (- refund)',
    'order shipping amount',
    'shipping_total',
    'shipping',
    'delivery fee',
    'shipping cost',
    'رسوم التوصيل',
  ],
  discount: ['cart discount amount', 'discount_total', 'discount', 'الخصم'],
  refund: [
    ...['order refund amount', 'refund_items', 'refund', 'refund amount', 'refunded', 'refunded amount'],
    ...['total refunded', 'المبلغ المسترد', 'المبلغ المرتجع'],
  ],
  extras: [
    ['order total fee', 'tip'],
    ['fee_total', 'tip'],
    ['tip', 'fees'],
    ...['tips', 'tip amount', 'gratuity', 'driver tip', 'fees', 'fee', 'إكرامية', 'اكرامية', 'بقشيش'],
  ],
};

/** True for the header of a total from which refunds are already subtracted. */
export function isAfterRefunds(header: string): boolean {
  return /\((?:-|minus|less|after|net of) ?refunds?\)|\b(?:after|net of|less|minus) refunds?\b/.test(
    headerKey(header),
  );
}

/** True for the header of WooCommerce's fees, which its totals contain. */
export function isFeeInTotal(header: string): boolean {
  return ['order total fee', 'fee_total'].includes(headerKey(header));
}

/** Headers by which WooCommerce's two common exports are recognised. */
export const WOOCOMMERCE_HEADERS: readonly (readonly string[])[] = [
  ['first name (billing)', 'order total amount'],
  ['billing_first_name', 'order_total'],
];
