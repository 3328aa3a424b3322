import { z } from '@hono/zod-openapi';
import { ENDPOINTS, type EndpointName } from '../contract/rules/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { depositPaths } from '../contract/rules/storage-paths.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/schemas/endpoint-schemas.ts';
import { GOOD_BODIES, GOOD_QUERIES } from '../tests/support/bad-values.ts';
import { deliveryInput } from '../tests/support/delivery-input.ts';
import { pdfBytes } from '../tests/support/test-delivery.ts';
import type { AttackedShop, Caller } from './attacked-place.ts';
import type { Sent } from './http-client.ts';

/** Whose things a request asks about. */
export type Target = { shop: AttackedShop; person: Caller };

type Asked = { query?: string; path?: string; body?: object };

function delivery({ shop, person }: Target): Asked {
  const order = { id: shop.order_id, order_number: shop.order_number, due_amount_fils: 14_500 };
  const sha256 = { photo: shop.file.sha256, note: 'a'.repeat(64) };
  return {
    body: deliveryInput({ shop: { ...shop, time_zone: 'Asia/Dubai' }, driver: person, order, sha256 }),
  };
}

function deposit({ shop, person }: Target): Asked {
  const good = GOOD_BODIES.record_deposit;
  const paths = depositPaths({
    shop_id: shop.shop_id,
    manager_id: person.user_id,
    manager_name: `${shop.mark} manager`,
    reference: String(good.reference),
    deposited_at: String(good.occurred_at),
    time_zone: 'Asia/Dubai',
  });
  const file = (path: string) => ({ path, sha256: 'a'.repeat(64) });
  return {
    body: {
      ...good,
      receipt: file(paths.receipt),
      invoice_image: file(paths.invoice_image),
      manager_signature: { ...file(paths.manager_signature), typed: false, signer: 'X' },
    },
  };
}

/** Of a version that the order never had: one's own shop's orders stay as they are. */
function seen({ shop }: Target) {
  return { orders: [{ order_id: shop.order_id, version: 1_000_000 }] };
}

/** How each endpoint is asked about somebody's things. One without an entry takes nothing that names any: it is asked as it stands. */
const ABOUT: Partial<Record<EndpointName, (target: Target) => Asked>> = {
  confirm_delivery: delivery,
  record_deposit: deposit,
  arrange_stops: ({ shop }) => ({
    body: { ...GOOD_BODIES.arrange_stops, order_ids: [shop.order_id] },
  }),
  arrange_driver_stops: ({ shop }) => ({
    body: {
      ...GOOD_BODIES.arrange_driver_stops,
      driver_id: shop.driver.driver_id ?? 1,
      order_ids: [shop.order_id],
      taken: { order_id: shop.order_id, version: 1 },
    },
  }),
  assign_orders: ({ shop, person }) => ({
    body: { ...seen({ shop, person }), driver_id: person.driver_id ?? shop.driver.driver_id ?? 1 },
  }),
  unassign_orders: (target) => ({ body: seen(target) }),
  dispatch_orders: (target) => ({ body: seen(target) }),
  return_orders: (target) => ({ body: seen(target) }),
  cancel_orders: (target) => ({ body: seen(target) }),
  reopen_orders: (target) => ({ body: { ...seen(target), reason: 'Curious' } }),
  review_conflicts: ({ shop }) => ({
    body: { orders: [{ order_id: shop.order_id, version: 1, conflict_id: newId() }], reason: 'Curious' },
  }),
  undo_orders: () => ({ body: { command_id: newId() } }),
  report_device: ({ shop }) => ({ body: { ...GOOD_BODIES.report_device, device_id: shop.device_id } }),
  explain_device_numbers: ({ shop }) => ({ path: `/api/devices/${shop.device_id}/explain` }),
  end_session: ({ shop }) => ({ path: `/api/profile/sessions/${shop.second_session_id}/end` }),
  fulfill_shopify_order: ({ shop }) => ({ body: { order_id: shop.order_id } }),
  read_next_order: ({ shop }) => ({ query: `?order_id=${shop.order_id}` }),
  read_desk_order: ({ shop }) => ({ query: `?order_id=${shop.order_id}` }),
  read_cash_record: ({ shop }) => ({ query: `?kind=float&id=${shop.float_id}` }),
  read_cash_path: ({ shop }) => ({ query: `?order_id=${shop.order_id}` }),
  read_cash_sources: ({ shop }) => ({ query: `?kind=float&id=${shop.float_id}` }),
  correct_order: ({ shop }) => ({ body: { ...GOOD_BODIES.correct_order, order_id: shop.order_id } }),
  add_order: ({ person }) => ({
    body: { ...GOOD_BODIES.add_order, order_number: newId(), driver_id: person.driver_id ?? 2_000_000_000 },
  }),
  put_file: ({ shop, person }) => ({
    path: `/storage/v1/object/order-deliveries/${shop.shop_id}/${person.driver_id ?? 1}/2026-11/${shop.order_number}/${shop.order_number}.pdf`,
    body: pdfBytes('attack'),
  }),
  sign_file: ({ shop }) => ({ body: shop.file }),
  read_driver_balance: ({ person }) => ({ query: `?driver_id=${person.driver_id ?? 1}` }),
  start_handover: ({ person }) => ({
    body: { ...GOOD_BODIES.start_handover, driver_id: person.driver_id ?? 1 },
  }),
  end_handover: ({ person }) => ({ body: { ...GOOD_BODIES.end_handover, driver_id: person.driver_id ?? 1 } }),
  record_float: ({ person }) => ({ body: { ...GOOD_BODIES.record_float, with_user_id: person.user_id } }),
  list_floats: ({ shop }) => ({ query: `?before=${shop.order_id}` }),
  collect_cash: ({ person }) => ({ body: { ...GOOD_BODIES.collect_cash, staff_user_id: person.user_id } }),
  add_staff: ({ person }) => ({
    body: { ...GOOD_BODIES.add_staff, staff_id: person.user_id, email: person.email },
  }),
  change_staff: ({ person }) => ({ body: { staff_id: person.user_id, role: 'Driver' } }),
  disable_staff: ({ person }) => ({ body: { staff_id: person.user_id } }),
  enable_staff: ({ person }) => ({ body: { staff_id: person.user_id } }),
  set_driver_status: ({ person }) => ({ body: { staff_id: person.user_id, status: 'available' } }),
  reset_staff_password: ({ person }) => ({ path: `/api/staff/${person.user_id}/password` }),
  list_staff_sessions: ({ person }) => ({ query: `?staff_id=${person.user_id}` }),
  end_staff_session: ({ shop, person }) => ({
    body: { staff_id: person.user_id, session_id: shop.second_session_id },
  }),
  read_driver_day: ({ person }) => ({ query: `?user_id=${person.user_id}&day=2026-11-23` }),
  read_report: ({ person }) => ({ query: `${GOOD_QUERIES.read_report}&user_id=${person.user_id}` }),
  read_delivery_hours: ({ person }) => ({
    query: `${GOOD_QUERIES.read_delivery_hours}&user_id=${person.user_id}`,
  }),
  read_held_over_time: ({ person }) => ({
    query: `${GOOD_QUERIES.read_held_over_time}&user_id=${person.user_id}`,
  }),
  list_audit_events: ({ shop }) => ({ query: `?about=${shop.order_id}` }),
  read_audit_event: ({ shop }) => ({ query: `?event_id=${shop.order_id}` }),
  read_card_machine_story: ({ shop }) => ({ query: `?card_machine_id=${shop.card_machine_id}` }),
};

/** Endpoints whose request names a thing of somebody: who may call them must still not reach another's. */
export function namesAThing(name: EndpointName): boolean {
  return name in ABOUT;
}

/** The ids that an endpoint's schemas take: each may be somebody else's; but for the name that an app has in its own store. */
export function idsAskedBy(name: EndpointName): string[] {
  const { params, query, body }: EndpointSchemas = ENDPOINT_SCHEMAS[name];
  return [params, query, body]
    .flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))
    .filter((field) => field === 'id' || (field.endsWith('_id') && field !== 'client_id'));
}

/** The request for an endpoint about `target`, without the caller's token. */
export function requestFor(name: EndpointName, target: Target): Sent {
  const { method, path } = ENDPOINTS[name];
  const asked: Asked = ABOUT[name]?.(target) ?? {};
  const { query = GOOD_QUERIES[name] ?? '', body = (GOOD_BODIES as Record<string, object>)[name] } = asked;
  const where = (asked.path ?? path).replace(/\{\w+\}/g, newId()) + query;
  const sent = body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);
  return { method: method.toUpperCase(), path: where, body: method === 'get' ? undefined : sent };
}
