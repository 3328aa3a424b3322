import type { Tx } from '../platform/database/database.ts';

/** Answers the new driver record's id. */
export async function addDriver(
  tx: Tx,
  shop_id: number,
  user_id: string,
  full_name: string,
): Promise<number> {
  const driver = await tx
    .insertInto('drivers')
    .values({ shop_id, user_id, full_name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return driver.id;
}
