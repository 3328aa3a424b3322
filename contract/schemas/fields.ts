import { z } from '@hono/zod-openapi';
import { MAX_AMOUNT_FILS } from '../rules/amounts/money.ts';
import { SHA256, UUID } from '../rules/ids.ts';

/**
 * Field types shared by all schemas. PostgreSQL rejects NUL in text, and a lone surrogate cannot be encoded
 * in UTF-8. Both are rejected here, with the field's name.
 */

const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** Text of at most `max` UTF-16 code units that can be stored unchanged. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), { message: 'must not contain NUL' })
    .refine((value) => !HALF_A_CHARACTER.test(value), { message: 'must not contain half a character' });
}

/** Text that is not empty after trimming. */
export function filledText(max: number) {
  return text(max)
    .trim()
    .refine((value) => value !== '', { message: 'must not be blank' });
}

export const uuid = z.string().regex(UUID, 'must be a UUID in lower case').openapi({ format: 'uuid' });
export const sha256 = z.string().regex(SHA256, 'must be a SHA-256 in lower-case hexadecimal');
/** Years 0000 to 9999 with an offset. The maximum length limits the fraction of a second. */
export const instant = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((value) => Number.isFinite(Date.parse(value)), { message: 'must be a date that exists' });
export const smallId = z.number().int().positive().max(2_147_483_647);

/** An amount that a command moves: 0 to AED 10,000,000.00, in fils. */
export const amountFils = z.number().int().min(0).max(MAX_AMOUNT_FILS);
/** A balance or sum in fils; may be negative. */
export const fils = z.number().int();
