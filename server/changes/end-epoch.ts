import type pg from 'pg';

/** Makes every cursor into the feed worthless, as after a restore: what it leads on from is not there any more. */
export async function endEpoch(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.feed_horizon') is not null as is_there",
  );
  // A backup of before the feed is migrated on once it is loaded.
  if (!rows[0]?.is_there) return;
  await client.query('delete from public.feed');
  await client.query('delete from public.feed_horizon');
}
