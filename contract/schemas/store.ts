import { z } from '@hono/zod-openapi';
import { filledText } from './fields.ts';

/**
 * Credentials: the token of an app made in the store, or the client id of an app from the Dev Dashboard. They
 * are never returned and only stored encrypted.
 */
export const tryStore = z
  .object({
    /** `my-shop.myshopify.com`, or its address. */
    shop_domain: filledText(300),
    token: filledText(500).optional(),
    client_id: filledText(500).optional(),
    secret: filledText(500),
  })
  .refine(({ token, client_id }) => (token === undefined) !== (client_id === undefined), {
    path: ['token'],
    message: 'either token or client_id',
  });

/** Optional scopes that the app lacks. Without them orders are not marked as paid in the store. */
export const storeTried = z.object({ shop_domain: z.string(), missing_scopes: z.array(z.string()) });

export const nothing = z.object({});

export type TryStore = z.infer<typeof tryStore>;
