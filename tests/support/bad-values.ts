import { newId } from '../../contract/rules/ids.ts';
import { BUCKETS } from '../../contract/rules/storage-paths.ts';
import type { ENDPOINT_SCHEMAS } from '../../contract/schemas/endpoint-schemas.ts';

type Table = typeof ENDPOINT_SCHEMAS;
type WithBody = {
  [Name in keyof Table]: Table[Name] extends { body: unknown } ? Name : never;
}[keyof Table];

const somewhere = { path: '1/1/2026-11/1001/delivery-image.jpg', sha256: 'a'.repeat(64) };

const signed = {
  path: 'SOD/Shop/2026-11-20/signatures/driver-7-SOD.png',
  sha256: 'a'.repeat(64),
  typed: false,
  signer: 'X',
};
const DEPOSIT = '2026-11/1/MonaManager/BD-1795174612555';
const seen = { orders: [{ order_id: newId(), version: 1 }] };
const device = { occurred_at: '2026-11-20T10:00:00.000Z', clock_offset_ms: 0 };
const handover = {
  handover_reference: 'SOD-20261120-7-1795174612555',
  driver_id: 7,
  amount_fils: 50_000,
  card_machine_id: newId(),
  driver_signature: signed,
  admin_signature: signed,
  receipt: somewhere,
  ...device,
};

const LAYOUT = {
  columns: { order_number: ['Number'], name: ['Name'], address: ['Address'], amount: ['Amount'] },
  method: 'cash',
  date_order: 'dmy',
};
const IMPORTED = {
  source: { kind: 'list', layout: LAYOUT },
  decimal_comma: false,
  columns: ['Number', 'Name', 'Address', 'Amount'],
};
const LISTED = [{ line: 2, cells: ['L-1', 'Layla Haddad', 'Villa 9', '145.10'], misshapen: null }];
const byHand = {
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

/** A body that each endpoint's schema accepts, about things that do not exist. A new endpoint needs one to compile. */
export const GOOD_BODIES: Record<WithBody, Record<string, unknown>> = {
  confirm_delivery: {
    order_id: newId(),
    customer_name: 'Layla Haddad',
    receipt_confirmed: true,
    payment_received: true,
    tender: 'cash',
    due_amount_fils: 14_500,
    delivery_image: somewhere,
    delivery_note: { ...somewhere, path: '1/1/2026-11/1001/1001.pdf' },
    occurred_at: '2026-11-20T10:00:00.000Z',
    clock_offset_ms: 0,
  },
  start_handover: { ...handover, card_machine_given: true },
  end_handover: { ...handover, card_machine_received: true, estimated_receivables_fils: 50_000 },
  collect_cash: {
    handover_reference: `${newId()}_${newId()}_2026-11-20T11:37:33.878Z`,
    staff_user_id: newId(),
    amount_fils: 50_000,
    manager_signature: signed,
    user_signature: signed,
    ...device,
  },
  record_deposit: {
    reference: 'BD-1795174612555',
    amount_fils: 50_000,
    deposit_date: '2025-11-20',
    notes: 'Branch in Al Barsha',
    // Where the manager of the first shop of a test would put them.
    receipt: { ...somewhere, path: `${DEPOSIT}.pdf` },
    invoice_image: { ...somewhere, path: `${DEPOSIT}-invoice.jpg` },
    manager_signature: { ...signed, path: `${DEPOSIT}-signature.png` },
    ...device,
  },
  try_store: { shop_domain: 'nowhere', token: 'shpat_x', secret: 'shpss_x' },
  connect_store: { shop_domain: 'nowhere', token: 'shpat_x', secret: 'shpss_x' },
  disconnect_store: { shop_domain: 'nowhere.myshopify.com' },
  resync_store: { since: '2026-11-20T00:00:00Z' },
  retry_store: { order_number: '1001' },
  dismiss_in_store: { what: '1001' },
  change_desk_shop: {
    name: 'Al Noor',
    time_zone: 'Asia/Dubai',
    promise_hours: 3,
    erase_customers_after_days: 365,
  },
  record_float: {
    reference: 'FL-1795174612555',
    direction: 'issue',
    with_user_id: newId(),
    amount_fils: 50_000,
    admin_signature: { ...signed, path: 'FL/2026-11/FL-1795174612555-admin.png' },
    manager_signature: { ...signed, path: 'FL/2026-11/FL-1795174612555-manager.png' },
    receipt: { ...somewhere, path: 'FL/2026-11/FL-1795174612555.pdf' },
    ...device,
  },
  arrange_stops: { arrangement_id: newId(), from_arrangement: null, order_ids: [], ...device },
  arrange_driver_stops: {
    driver_id: 7,
    arrangement_id: newId(),
    from_arrangement: null,
    order_ids: [],
    taken: { order_id: newId(), version: 1 },
  },
  correct_order: { ...byHand, order_id: newId(), seen_version: 1, reason: 'The customer called' },
  add_order: { ...byHand, order_number: 'MD-1', driver_id: 7 },
  fulfill_shopify_order: { order_id: newId() },
  assign_orders: { ...seen, driver_id: 7 },
  unassign_orders: seen,
  dispatch_orders: seen,
  return_orders: seen,
  cancel_orders: seen,
  reopen_orders: { ...seen, reason: 'The customer called again' },
  review_conflicts: {
    orders: seen.orders.map((order) => ({ ...order, conflict_id: newId() })),
    reason: 'The goods came back',
  },
  undo_orders: { command_id: newId() },
  change_password: { current_password: 'correct horse battery', new_password: 'another good one' },
  report_device: {
    device_id: newId(),
    highest: 3,
    highest_hash: 'a'.repeat(64),
    open: [
      {
        number: 2,
        command_id: newId(),
        user_id: newId(),
        endpoint: 'confirm_delivery',
        amount_fils: 14_500,
        made_at: '2026-11-20T10:00:00.000Z',
      },
    ],
    closed: [{ number: 1, command_id: newId(), user_id: newId(), how: 'replaced', replaced_by: 3 }],
    unsent_count: 1,
    unsent_fils: 14_500,
  },
  explain_device_numbers: { numbers: [1, 2], reason: 'The phone fell into the sea' },
  add_staff: {
    staff_id: newId(),
    email: 'newcomer@example.com',
    full_name: 'Nadia Newcomer',
    role: 'Driver',
    driver: false,
    password: 'once and never again',
  },
  change_staff: {
    staff_id: newId(),
    full_name: 'Nadia Newcomer',
    email: 'nadia@example.com',
    role: 'Driver',
  },
  disable_staff: { staff_id: newId() },
  enable_staff: { staff_id: newId() },
  set_driver_status: { staff_id: newId(), status: 'off_duty' },
  end_staff_session: { staff_id: newId(), session_id: newId() },
  add_card_machine: { number: 'POS-31' },
  retire_card_machine: { number: 'POS-99' },
  reactivate_card_machine: { number: 'POS-99' },
  return_card_machine: { number: 'POS-99' },
  remember_import_layout: { header: ['Number', 'Name', 'Address', 'Amount'], layout: LAYOUT },
  remember_import_methods: { methods: [{ word: 'tabby', method: 'online' }] },
  preview_import: { ...IMPORTED, orders: [LISTED] },
  import_orders: { ...IMPORTED, orders: [LISTED] },
  preview_names: { names: [{ kind: 'payment', name: 'Visa', meaning: 'card' }] },
  define_names: { names: [{ kind: 'payment', name: 'Visa', meaning: 'card' }] },
  retry_not_taken: { what: '1001' },
  dismiss_not_taken: { what: '1001', note: 'It was a test' },
  correct_imported_order: { ...IMPORTED, order: LISTED, seen_version: 1 },
  export_view: { format: 'csv', report: { report: 'deliveries', from: '2026-11-01', to: '2026-11-30' } },
  sign_file: { bucket: BUCKETS[0], path: somewhere.path, sha256: somewhere.sha256 },
};

/** The query of each endpoint that needs one. */
export const GOOD_QUERIES: Partial<Record<keyof Table, string>> = {
  read_driver_balance: '?driver_id=7',
  read_desk_order: `?order_id=${newId()}`,
  list_handovers_today: '?handover_type=start',
  list_staff_sessions: `?staff_id=${newId()}`,
  read_card_machine_story: `?card_machine_id=${newId()}`,
  search_desk_orders: '?words=marina',
  read_audit_event: `?event_id=${newId()}`,
  read_cash_record: `?kind=deposit&id=${newId()}`,
  read_cash_path: `?order_id=${newId()}`,
  read_cash_sources: `?kind=deposit&id=${newId()}`,
  read_delivery_hours: '?from=2026-11-01&to=2026-11-30',
  read_held_over_time: '?from=2026-11-01&to=2026-11-30',
  read_kept: '?after_days=90',
  read_driver_day: `?user_id=${newId()}&day=2026-11-23`,
  read_report: '?report=deliveries&from=2026-11-01&to=2026-11-30',
};

/** JSON texts that no field of any type may take, by what is wrong with them. */
export const BAD_JSON_VALUES: Record<string, string> = {
  'an object': '{"a":1}',
  'a list': '[1,2,3]',
  'a deep list': '['.repeat(20_000) + ']'.repeat(20_000),
  NUL: '"a\\u0000b"',
  'a lone high surrogate': '"a\\ud800b"',
  'a lone low surrogate': '"\\udc00"',
  'an absurd length': JSON.stringify('x'.repeat(100_000)),
  'an absurd Arabic length': JSON.stringify('ش'.repeat(50_000)),
  'beyond a double': '1e999',
  'beyond int8': '9223372036854775808',
  'beyond int8 below': '-9223372036854775809',
  'half a fils': '0.5',
};

/** Values that a number, an instant or an identifier may not take; a plain text field may. */
export const BAD_TEXTS = [
  '',
  ' ',
  '-infinity',
  'infinity',
  'NaN',
  'now',
  '1e3',
  '+275760-09-13T00:00:00.000Z',
  '275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-11-20T10:00:00',
  '2026-11-20T24:00:00Z',
  '2026-11-20T10:00:00+99:00',
  `2026-11-20T10:00:00.${'1'.repeat(90_000)}Z`,
  '00000000-0000-0000-0000-000000000000',
  "'; drop table orders; --",
  '../../../../etc/passwd',
  '٣',
];

/** Bad texts as they are written in an address. */
export const BAD_ESCAPES = [
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff%fe',
  '%C0%80',
  '%ED%A0%80',
  '%E0%A4%A',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e',
  '..%5c..%5c',
  '%25%30%30',
  '%F0%9F%92%A9',
  '%D8%B4',
  'x'.repeat(5_000),
  "'%20or%201=1--",
  '-1',
  '0',
  '99999999999999999999',
  '1e308',
];

/** Query parameters with free text, which accept any value that can be decoded. */
const FREE_TEXT_PARAMETERS = ['words', 'about', 'account'];

/** True when the parameter may accept this one of `BAD_ESCAPES`. */
export function isFreeText(endpoint: string, parameter: string, text: string): boolean {
  if (endpoint === 'read_report' && parameter === 'after') return /^[\w.:-]{1,60}$/.test(text);
  return FREE_TEXT_PARAMETERS.includes(parameter);
}

/** The JSON pointer of a field. */
export const pointerOf = (path: string[]): string => `/${path.join('/')}`;

/** True when the pointer is that of the field, or of a part of it. */
export const isField = (path: string[], pointer: string): boolean =>
  pointer === pointerOf(path) || pointer.startsWith(`${pointerOf(path)}/`);

/** Every field of a body with its JSON pointer, nested ones too. */
export function fieldsOf(value: Record<string, unknown>, at: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...at, key];
    const nested =
      inner !== null && typeof inner === 'object' ? fieldsOf(inner as Record<string, unknown>, here) : [];
    return [here, ...nested];
  });
}

/** The body's JSON with the field at `path` replaced by a JSON text, or left out where that is undefined. */
export function withField(body: Record<string, unknown>, path: string[], json: string | undefined): string {
  const [key = '', ...rest] = path;
  if (Array.isArray(body)) {
    const items = body.map((item: Record<string, unknown>, at) => {
      if (String(at) !== key) return JSON.stringify(item);
      return rest.length > 0 ? withField(item, rest, json) : json;
    });
    return `[${items.filter((item) => item !== undefined).join(',')}]`;
  }
  const parts = Object.entries(body).flatMap(([name, value]) => {
    if (name !== key) return [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
    if (rest.length > 0)
      return [`${JSON.stringify(name)}:${withField(value as Record<string, unknown>, rest, json)}`];
    return json === undefined ? [] : [`${JSON.stringify(name)}:${json}`];
  });
  return `{${parts.join(',')}}`;
}

/** A copy of the body with another value for the field at `path`, or without the field when the value is undefined. */
export function withValue(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) {
    const items = body.map((item: unknown, at) => (String(at) === key ? withValue(item, rest, value) : item));
    return items.filter((item) => item !== undefined);
  }
  const fields = { ...(body as Record<string, unknown>) };
  const changed = withValue(fields[key], rest, value);
  if (changed === undefined) delete fields[key];
  else fields[key] = changed;
  return fields;
}
