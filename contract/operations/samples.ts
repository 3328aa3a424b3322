/** Parts of the definitions' samples: valid input that refers to records that do not exist. */

export const SAMPLE_ID = '01935a2b-7c4d-7e8f-9a0b-1c2d3e4f5a6b';

export const SAMPLE_FILE = { path: '1/1/2026-11/1001/delivery-image.jpg', sha256: 'a'.repeat(64) };

export const SAMPLE_SIGNATURE = {
  path: 'SOD/Shop/2026-11-20/signatures/driver-7-SOD.png',
  sha256: 'a'.repeat(64),
  typed: false,
  signer: 'X',
};

/** A device's clock. */
export const SAMPLE_CLOCK = { occurred_at: '2026-11-20T10:00:00.000Z', clock_offset_ms: 0 };

/** The prefix of a deposit's file paths for the manager of the first shop that a test creates. */
export const SAMPLE_DEPOSIT = '2026-11/1/MonaManager/BD-1795174612555';

export const SAMPLE_SEEN = { orders: [{ order_id: SAMPLE_ID, version: 1 }] };

export const SAMPLE_HANDOVER = {
  handover_reference: 'SOD-20261120-7-1795174612555',
  driver_id: 7,
  amount_fils: 50_000,
  card_machine_id: SAMPLE_ID,
  driver_signature: SAMPLE_SIGNATURE,
  admin_signature: SAMPLE_SIGNATURE,
  receipt: SAMPLE_FILE,
  ...SAMPLE_CLOCK,
};

export const SAMPLE_LAYOUT = {
  columns: { order_number: ['Number'], name: ['Name'], address: ['Address'], amount: ['Amount'] },
  method: 'cash',
  date_order: 'dmy',
};

/** The file of an import; its rows are sent separately. */
export const SAMPLE_IMPORT = {
  source: { kind: 'list', layout: SAMPLE_LAYOUT },
  decimal_comma: false,
  columns: ['Number', 'Name', 'Address', 'Amount'],
};

export const SAMPLE_ROWS = [
  { line: 2, cells: ['L-1', 'Layla Haddad', 'Villa 9', '145.10'], misshapen: null },
];

/** The contents of an order that is added or corrected by hand. */
export const SAMPLE_ORDER = {
  customer_name: 'Layla Haddad',
  phone: '+971501234567',
  delivery_address: 'Marina Gate 1, Apt 1204',
  area: 'Marina',
  promised_at: '2026-11-20T14:00:00.000Z',
  notes: 'Ring twice',
  payment_method: 'cash',
  lines: [
    { name: 'Dates', sku: 'D-1', qty: 2, unit_price_fils: 5_000 },
    { name: 'Water', sku: null, qty: 1, unit_price_fils: 300 },
  ],
  discount_fils: 500,
  shipping_fils: 1_000,
  paid_amount_fils: 0,
};
