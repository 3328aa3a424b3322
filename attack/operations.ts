import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { depositPaths } from '../contract/rules/storage-paths.ts';
import { deliveryInput } from '../tests/support/delivery-input.ts';
import { GOOD_BODIES, queryWithRecords, type WithBody, withRecords } from '../tests/support/samples.ts';
import { pdfBytes } from '../tests/support/test-delivery.ts';
import type { AttackedShop, Caller } from './attacked-server.ts';
import type { HttpRequest } from './http-client.ts';

/** The shop and the user whose records a request names. */
export type Target = { shop: AttackedShop; person: Caller };

type Named = (target: Target) => unknown;

/** The fields that name a record in a sample or schema, with the target's record. */
const RECORDS: Readonly<Record<string, Named>> = {
  order_id: ({ shop }) => shop.order_id,
  order_ids: ({ shop }) => [shop.order_id],
  // No order ever has this version, so the orders of the caller's own shop stay unchanged.
  version: () => 1_000_000,
  driver_id: ({ shop, person }) => person.driver_id ?? shop.driver.driver_id ?? 1,
  staff_id: ({ person }) => person.user_id,
  user_id: ({ person }) => person.user_id,
  with_user_id: ({ person }) => person.user_id,
  staff_user_id: ({ person }) => person.user_id,
  email: ({ person }) => person.email,
  session_id: ({ shop }) => shop.second_session_id,
  device_id: ({ shop }) => shop.device_id,
  card_machine_id: ({ shop }) => shop.card_machine_id,
  event_id: ({ shop }) => shop.order_id,
  record_type: () => 'float',
  record_id: ({ shop }) => shop.float_id,
  approval_id: ({ shop }) => shop.approval_id,
  handover_id: ({ shop }) => shop.handover_id,
  difference_id: ({ shop }) => shop.difference_id,
  confirmation_id: ({ shop }) => shop.confirmation_id,
  source_id: ({ shop }) => shop.confirmation_id,
  delivery_command_id: ({ shop }) => shop.delivery_command_id,
  consent_id: ({ shop }) => shop.approval_id,
  // `id` names a cash record: the samples read floats. `before` is a cursor, `about` a filter of the audit.
  id: ({ shop }) => shop.float_id,
  before: ({ shop }) => shop.order_id,
  about: ({ shop }) => shop.order_id,
};

/** Keys that name no record of a shop; each request gets new ones. */
const MADE_KEYS = [
  ...['command_id', 'arrangement_id', 'conflict_id', 'client_id', 'order_number'],
  ...['attempt_id', 'undo_id', 'set_out_id', 'check_id'],
];

/** Requests with files, whose paths name their owner. */
const WITH_FILES: Partial<Record<EndpointName, (target: Target) => { path?: string; body: object }>> = {
  confirm_delivery: ({ shop, person }) => {
    const order = { id: shop.order_id, order_number: shop.order_number, due_amount_fils: 14_500 };
    const sha256 = { photo: shop.file.sha256, note: 'a'.repeat(64) };
    return {
      body: deliveryInput({ shop: { ...shop, time_zone: 'Asia/Dubai' }, driver: person, order, sha256 }),
    };
  },
  deliver_as_taken: ({ shop, person }) => {
    const order = { id: shop.order_id, order_number: shop.order_number, due_amount_fils: 14_500 };
    const sha256 = { photo: shop.file.sha256, note: 'a'.repeat(64) };
    const { tender: _, ...input } = deliveryInput({
      ...{ shop: { ...shop, time_zone: 'Asia/Dubai' }, driver: person, order, sha256 },
    });
    return { body: { ...GOOD_BODIES.deliver_as_taken, ...input } };
  },
  record_deposit: ({ shop, person }) => {
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
    const manager_signature = { ...file(paths.manager_signature), typed: false, signer: 'X' };
    return {
      body: {
        ...good,
        receipt: file(paths.receipt),
        invoice_image: file(paths.invoice_image),
        manager_signature,
      },
    };
  },
  put_file: ({ shop, person }) => ({
    path: `/storage/v1/object/order-deliveries/${shop.shop_id}/${person.driver_id ?? 1}/2026-11/${shop.order_number}/${shop.order_number}.pdf`,
    body: pdfBytes('attack'),
  }),
  sign_file: ({ shop }) => ({ body: shop.file }),
};

/** Returns the fields of an operation's input from its schemas. */
function fieldsOf(name: EndpointName, of: readonly ('params' | 'query' | 'body')[]): string[] {
  const schemas: EndpointSchemas = ENDPOINT_SCHEMAS[name];
  return of.flatMap((part) => Object.keys(schemas[part]?.shape ?? {}));
}

const ALL_PARTS = ['params', 'query', 'body'] as const;

/** True if the request names a record, which a permitted caller from another shop must still not reach. */
export function namesRecord(name: EndpointName): boolean {
  const in_sample = JSON.stringify((GOOD_BODIES as Record<string, object>)[name] ?? {});
  const fields = fieldsOf(name, ALL_PARTS);
  return (
    name in WITH_FILES ||
    Object.keys(RECORDS).some((field) => fields.includes(field) || in_sample.includes(`"${field}":`))
  );
}

/** Returns fields that look like ids and are in neither list above. */
export function unknownIdFields(name: EndpointName): string[] {
  const known = [...Object.keys(RECORDS), ...MADE_KEYS];
  return fieldsOf(name, ALL_PARTS).filter(
    (field) => (field === 'id' || field.endsWith('_id')) && !known.includes(field),
  );
}

/** True if the operation skips records out of the caller's reach and processes the others. */
export function skipsUnknown(name: EndpointName): boolean {
  const { sample }: Endpoint = ENDPOINTS[name];
  return sample?.skips_unknown ?? false;
}

/** Returns an operation's request about `target`, without the caller's token. */
export function requestFor(name: EndpointName, target: Target): HttpRequest {
  const { method, path } = ENDPOINTS[name];
  const own = WITH_FILES[name]?.(target);
  const body = own?.body ?? about(GOOD_BODIES[name as WithBody], target);
  const where =
    own?.path ??
    path.replace(/\{(\w+)\}/g, (_, field: string) => String(RECORDS[field]?.(target) ?? newId()));
  const sent = body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);
  return {
    method: method.toUpperCase(),
    path: where + queryWithRecords(name, (field) => RECORDS[field]?.(target)),
    body: method === 'get' ? undefined : (sent as HttpRequest['body']),
  };
}

/** Replaces the sample's nonexistent records with the target's. */
function about(sample: unknown, target: Target): unknown {
  return withRecords(sample, (field, was) =>
    // In the layout of a list, `order_number` is an array of headers and not a key.
    MADE_KEYS.includes(field) && typeof was === 'string' ? newId() : RECORDS[field]?.(target),
  );
}
