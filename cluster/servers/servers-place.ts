import { print } from '../../attack/report.ts';
import { openPools, requestUrlOf } from '../../server/platform/database/pools.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { startHaproxy } from '../haproxy/start-haproxy.ts';
import { openLoadShop } from '../load/load-shop.ts';
import { retryingClient } from '../load/retrying-client.ts';
import type { Options } from './options.ts';
import { startServerGroup } from './server-group.ts';
import { startSharedPostgres } from './shared-postgres.ts';

/** Orders in addition to those that the schedule needs. */
const ORDERS_MORE = 500;
/** The time that a run takes in addition to the kills, for updates, start and end, in seconds per round. */
const BESIDE_S = 120;

/** The time for which a device waits for a command (web/api/client.ts). */
const ANSWER_MS_MAX = 30_000;

export type ServersPlace = Awaited<ReturnType<typeof openServersPlace>>;

/**
 * Starts three servers behind HAProxy with their own database and files, and signs a shop's people in.
 * `close` stops and removes everything.
 */
export async function openServersPlace({ minutes, per_second, drivers, rounds }: Options) {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse())
      await end().catch((error: unknown) => print(`Stopping failed: ${error}`));
  };
  try {
    const directory = await makeTemporaryDirectory();
    closing.push(directory.remove);
    const postgres = await startSharedPostgres(directory.path);
    closing.push(postgres.stop);
    const { database_url } = postgres;
    const group = await startServerGroup(directory.path, { DATABASE_URL: database_url });
    closing.push(group.stop);
    const [one, two, three] = group.servers;
    const proxy = await startHaproxy({ one: one.address, two: two.address, three: three.address });
    closing.push(proxy.stop);
    const pools = openPools({ owner_url: database_url, request_url: requestUrlOf(database_url) });
    closing.push(pools.close);
    const client = retryingClient([proxy.url], { answer_ms_max: ANSWER_MS_MAX });
    closing.push(async () => client.close());
    const seconds = minutes * 60 + rounds * BESIDE_S;
    const orders = Math.ceil(per_second * seconds) + ORDERS_MORE;
    const shop = await openLoadShop(pools.owner, client, { drivers, inside: 3, orders });
    return { group, url: proxy.url, owner: pools.owner, client, shop, close };
  } catch (error) {
    await close();
    throw error;
  }
}
