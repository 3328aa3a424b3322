import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** Payloads are about people: they are kept as long as somebody may have to look into what came, in days. */
const KEPT_DAYS = 30;
const BATCH = 500;

/**
 * Drops the payloads of webhooks that were worked and came more than 30 days ago; their ids, and the SHA-256 of what was dropped, stay, so that
 * a repeated delivery still has no second effect. Works in small batches. Answers how many were dropped.
 */
export async function dropPayloads(owner: Database, batch = BATCH): Promise<number> {
  let dropped = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update shopify_webhooks set payload = '', payload_sha256 = encode(sha256(convert_to(payload, 'UTF8')), 'hex')
      where (shop_id, id) in (
        select shop_id, id from shopify_webhooks
        where payload_sha256 is null and worked_at is not null
          and received_at < now() - make_interval(days => ${KEPT_DAYS})
        limit ${batch} for update skip locked)`.execute(owner);
    dropped += Number(numAffectedRows);
    if (numAffectedRows < batch) return dropped;
  }
}
