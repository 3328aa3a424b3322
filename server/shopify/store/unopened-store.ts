import type { Database } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { secretPlace } from './connection.ts';

/** What keeps stores from being asked or believed where AUTH_SECRET is another installation's; null where it opens what is kept. One tells for all. */
export async function unopenedStore(
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
      `AUTH_SECRET is not the one that the secret of ${first.shop_domain} was kept with: put that one back, ` +
      'behind a comma where there is a new one, or connect the store again'
    );
  }
}
