import { parse } from 'lossless-json';
import type { z } from 'zod';
import { type OrderHead, orderHead } from './payload-fields.ts';

/** What a webhook told cannot be taken; the sentence names fields, never what stands in them. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/**
 * Reads a webhook's body as JSON in which every number is the text it was written in, so that an id keeps all its digits;
 * a JSON parser that makes numbers of them would change ids beyond 2^53. Throws NotTaken.
 */
export function parsePayload(payload: string): unknown {
  try {
    return parse(payload, null, (digits) => digits);
  } catch {
    throw new NotTaken('the payload is not JSON');
  }
}

/** Throws NotTaken. */
export function readHead(payload: unknown): OrderHead {
  return readFields(orderHead, payload);
}

/** Throws NotTaken, naming the fields that are not what they should be. */
export function readFields<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`);
  const more = faults.length > 5 ? `; and ${faults.length - 5} more` : '';
  throw new NotTaken(`${faults.slice(0, 5).join('; ')}${more}`);
}
