import type { Database } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { secretPlace } from './connection.ts';

/**
 * Returns the problem if AUTH_SECRET does not open the stored secrets of stores, so that none can be queried
 * or verified; null if it does. One store is checked, since all use the same AUTH_SECRET.
 */
export async function sealedSecretProblem(
  owner: Database,
  auth_secrets: readonly string[],
): Promise<string | null> {
  const reading = sql<{ shop_id: number; shop_domain: string; sealed_secret: string }>`
    select shop_id, shop_domain, sealed_secret from shopify_connections order by shop_id limit 1`;
  const first = await firstRow(owner, reading);
  if (!first) return null;
  try {
    secretBox(auth_secrets).open(secretPlace(first.shop_id), first.sealed_secret);
    return null;
  } catch {
    return (
      `AUTH_SECRET is not the one that encrypted the secret of ${first.shop_domain}: restore the old one ` +
      '(after a comma if there is a new one), or connect the store again'
    );
  }
}
