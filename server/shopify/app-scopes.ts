import { z } from 'zod';
import type { ShopifyApi } from './shopify-api.ts';

/** Without these no order comes in, or none is fulfilled. */
export const NEEDED_SCOPES = ['read_orders', 'write_merchant_managed_fulfillment_orders'] as const;
/** Without this one orders are not marked as paid in the store; everything else works. */
export const MARKING_SCOPE = 'write_orders';

const INSTALLATION = `query Scopes {
  currentAppInstallation { accessScopes { handle } }
}`;

const installation = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

/** The scopes that the product wants and the app was not given. Proves the credentials as well. Throws ShopifyError. */
export async function missingScopes(api: ShopifyApi): Promise<string[]> {
  const { currentAppInstallation } = await api.run(installation, INSTALLATION, {});
  const given = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
  const has = (scope: string) => given.has(scope) || given.has(scope.replace(/^read_/, 'write_'));
  return [...NEEDED_SCOPES, MARKING_SCOPE].filter((scope) => !has(scope));
}

/** Those without which the product does not work with a store. */
export function neededOf(missing: readonly string[]): string[] {
  return missing.filter((scope) => scope !== MARKING_SCOPE);
}
