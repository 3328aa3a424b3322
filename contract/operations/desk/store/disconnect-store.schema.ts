import { z } from '@hono/zod-openapi';
import { filledText } from '../../../schemas/fields.ts';

export const body = z.object({ shop_domain: filledText(300) });

/**
 * `webhooks_problem`: the reason why the store's webhooks could not be removed, so that it may continue to
 * send them; null if they were.
 */
export const response = z.object({ webhooks_problem: z.string().nullable() });
