import { z } from '@hono/zod-openapi';
import { instant, uuid } from '../../../schemas/fields.ts';

export const answer = z.object({
  /** The one that asks first, then the newest used. */
  sessions: z.array(
    z.object({
      id: uuid,
      /** The device, for example `Chrome on Android`; null when its browser does not say. */
      device: z.string().nullable(),
      /** The one that asks. */
      current: z.boolean(),
      last_used_at: instant,
    }),
  ),
});

export type OwnSession = z.infer<typeof answer>['sessions'][number];
