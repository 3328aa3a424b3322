import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';

export const response = z.object({
  /** The people, by name. */
  people: z.array(
    z.object({
      user_id: uuid,
      full_name: z.string(),
      role: z.string().nullable(),
      /** True for current and former drivers. */
      drives: z.boolean(),
      disabled: z.boolean(),
    }),
  ),
});

export type ReportPeople = z.infer<typeof response>;
export type ReportPerson = ReportPeople['people'][number];
