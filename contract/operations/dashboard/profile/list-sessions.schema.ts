import { z } from '@hono/zod-openapi';
import { instant, uuid } from '../../../schemas/fields.ts';

export const response = z.object({
  /** The current session, then the others, most recently used first. */
  sessions: z.array(
    z.object({
      id: uuid,
      /** The device, for example `Chrome on Android`; null if the browser does not identify itself. */
      device: z.string().nullable(),
      /** True for the session of this request. */
      current: z.boolean(),
      last_used_at: instant,
    }),
  ),
});

export type OwnSession = z.infer<typeof response>['sessions'][number];
