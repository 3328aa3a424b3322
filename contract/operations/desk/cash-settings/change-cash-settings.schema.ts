import { z } from '@hono/zod-openapi';
import { MAX_AMOUNT_FILS } from '../../../rules/amounts/money.ts';
import { uuid } from '../../../schemas/fields.ts';
import { response as cashSettings } from './read-cash-settings.schema.ts';

const limit = z.number().int().min(1).max(MAX_AMOUNT_FILS).nullable();

/** Absent fields stay unchanged; null removes a limit. */
export const body = z
  .object({
    float_limit_fils: limit.optional(),
    cash_ceiling_fils: limit.optional(),
    ceiling_blocks_assignment: z.boolean().optional(),
    /** The ceiling of one person; null: the shop's applies. */
    person: z.object({ user_id: uuid, ceiling_fils: limit }).optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ['cash_ceiling_fils'],
    message: 'at least one field is required',
  });

export const response = cashSettings;

export type ChangeCashSettings = z.infer<typeof body>;
