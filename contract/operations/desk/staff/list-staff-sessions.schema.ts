import { z } from '@hono/zod-openapi';
import { instant, uuid } from '../../../schemas/fields.ts';
import { namedStaff } from '../../../schemas/staff.ts';

export const query = namedStaff;

/** The sessions, most recently used first, at most 50. */
export const response = z.object({
  sessions: z.array(
    z.object({
      id: uuid,
      /** The device, for example `Chrome on Android`; null if the browser does not identify itself. */
      device: z.string().nullable(),
      last_used_at: instant,
    }),
  ),
});

export type StaffSession = z.infer<typeof response>['sessions'][number];
