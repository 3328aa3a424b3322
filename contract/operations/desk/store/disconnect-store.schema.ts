import { z } from '@hono/zod-openapi';
import { filledText } from '../../../schemas/fields.ts';

export const body = z.object({ shop_domain: filledText(300) });

/** `webhooks_problem`: why its webhooks could not be ended there, so that it may go on sending; null where they are. */
export const answer = z.object({ webhooks_problem: z.string().nullable() });
