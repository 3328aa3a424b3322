import { z } from '@hono/zod-openapi';
import { ENDPOINT_SCHEMAS } from '../../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName, type EndpointsWith } from '../../contract/operations/endpoints.ts';
import { approvalRequested } from '../../contract/schemas/approvals.ts';
import { fils, uuid } from '../../contract/schemas/fields.ts';
import type { Booked } from '../cash/operator-bookings.ts';

/** Schemas of the replies that commands store. */

export type CommandName = EndpointsWith<{ command: true }>;

export const COMMAND_NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name): name is CommandName => ENDPOINTS[name].command,
);

/** The reply of a booking, as of an adjustment before adjustments needed an approval. */
const booked = z.object({
  user_id: uuid,
  full_name: z.string(),
  amount_fils: fils,
  /** Never null: a command books once, so the balance was updated. */
  new_total_fils: fils,
}) satisfies z.ZodType<Booked>;

/** The names of operator commands as on the command line. */
export const OPERATOR_COMMANDS = [
  'cash issue',
  'cash adjust',
  'approvals approve',
  'approvals refuse',
  'approvals withdraw',
] as const;
export type OperatorCommand = (typeof OPERATOR_COMMANDS)[number];

const decided = [ENDPOINT_SCHEMAS.decide_approval.response];
/** The possible replies of each operator command: it books, or it requests an approval. */
export const OPERATOR_REPLIES: Record<OperatorCommand, readonly z.ZodObject[]> = {
  'cash issue': [booked, approvalRequested],
  'cash adjust': [booked, approvalRequested],
  'approvals approve': decided,
  'approvals refuse': decided,
  'approvals withdraw': decided,
};

/** Replies stored before a field existed lack it; a field with a default in the contract needs no entry. */
const WITH_LATER_FIELDS: Partial<Record<CommandName, z.ZodObject>> = {
  change_desk_shop: ENDPOINT_SCHEMAS.change_desk_shop.response.partial({ erase_customers_after_days: true }),
};

export function replySchema(name: CommandName): z.ZodObject {
  return WITH_LATER_FIELDS[name] ?? ENDPOINT_SCHEMAS[name].response;
}

/** Returns the schema with unknown keys rejected at every depth. Throws for an unknown kind of schema. */
export function exact(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries<z.ZodType>(schema.shape).map(([key, field]) => [key, exact(field)]);
    return z.strictObject(Object.fromEntries(shape));
  }
  if (schema instanceof z.ZodArray) return z.array(exact(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return exact(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return exact(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodDefault) return exact(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options.map((one) => exact(one as z.ZodType) as z.ZodObject);
    return z.discriminatedUnion(schema.def.discriminator, options as [z.ZodObject, ...z.ZodObject[]]);
  }
  if (LEAVES.some((leaf) => schema instanceof leaf)) return schema;
  throw new Error(`a stored reply has a schema of an unknown kind: ${schema.def.type}`);
}

const LEAVES = [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodISODateTime] as const;
