import { join } from 'node:path';
import { newId } from '../contract/rules/ids.ts';
import { accessTokens } from '../server/identity/sessions/access-tokens.ts';
import { databaseOf, runTransaction } from '../server/platform/database/database.ts';
import { openPools } from '../server/platform/database/pools.ts';
import { attachOrStart } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../server/platform/logging/log.ts';
import { authSecrets } from '../server/platform/secrets/auth-secrets.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { startServerProcess } from '../tests/support/e2e-server.ts';
import { addShop, addStaff } from '../tests/support/operations.ts';
import { makeTemporaryDirectory } from '../tests/support/temporary-directory.ts';
import { KeepAliveClient } from './keep-alive-client.ts';
import { processorTime } from './measure/processor-time.ts';

/** The `application_name` of the benchmark's own connections; the server uses another one. */
export const BENCH_APPLICATION = 'bench';

export type Driver = SignedIn & { driver_id: number };
export type SignedIn = { user_id: string; full_name: string; session_id: string; access_token: string };

export type BenchPlace = Awaited<ReturnType<typeof openBenchPlace>>;

/**
 * Starts the built server as a process of its own on a database with production durability, and adds one shop
 * with signed-in drivers. `prepare` may change the stopped database first.
 */
export async function openBenchPlace(drivers_count: number, prepare?: (data_dir: string) => Promise<void>) {
  const directory = await makeTemporaryDirectory();
  const data_dir = join(directory.path, 'data');
  if (prepare) {
    const first = await startServerProcess({ data_dir });
    await first.stop();
    await prepare(data_dir);
  }
  const server = await startServerProcess({ data_dir, env: { LOG_LEVEL: 'silent' } });
  const { owner_url, request_url } = await attachOrStart(data_dir, silentLog);
  const pools = openPools({
    owner_url: asBench(owner_url),
    request_url: asBench(request_url),
    owner_connections_max: 32,
    request_connections_max: 32,
  });
  const owner = databaseOf(pools.owner);
  const http = new KeepAliveClient(server.url, 64);
  // Driver ids that equal no other number in a command: recorded statements are matched by these values.
  await pools.owner.query('alter table drivers alter column id restart with 700001');

  const add = (shop_id: number, name: string, role: 'Admin' | 'Manager' | 'Driver') =>
    runTransaction(owner, (tx) =>
      addStaff(tx, { shop_id, email: `${name}@bench.example`, full_name: name, role, password: newId() }),
    );
  const shop_id = await runTransaction(owner, (tx) => addShop(tx, { name: 'Bench' }));
  const tokens = accessTokens({
    auth_secrets: await authSecrets(readConfig({ DATA_DIR: data_dir })),
    now: () => new Date(),
  });
  async function addSignedIn(name: string, role: 'Admin' | 'Manager' | 'Driver') {
    const { user_id, driver_id } = await add(shop_id, name, role);
    const session_id = newId();
    await pools.owner.query('insert into sessions (id, user_id) values ($1, $2)', [session_id, user_id]);
    const { access_token } = tokens.sign({ session_id, user_id });
    return { user_id, driver_id, full_name: name, session_id, access_token };
  }
  const manager = await addSignedIn('manager', 'Manager');
  const admin = await addSignedIn('admin', 'Admin');
  const drivers: Driver[] = [];
  for (let n = 0; n < drivers_count; n += 1) {
    const { driver_id, ...driver } = await addSignedIn(`driver${n}`, 'Driver');
    if (driver_id === null) throw new Error('the new driver has no driver record');
    drivers.push({ ...driver, driver_id });
  }
  return {
    server,
    http,
    /** The benchmark's own connections, alongside the server's. */
    pools,
    owner,
    request_url,
    data_dir,
    processorTime: () => processorTime({ pid: server.pid, data_dir }),
    shop_id,
    manager,
    admin,
    drivers,
    addSignedIn,
    /** Returns an access token for a session, signed with the server's secret. */
    tokenFor: (of: { session_id: string; user_id: string }) => tokens.sign(of).access_token,
    close: async () => {
      await http.close();
      await pools.close();
      await server.stop();
      await directory.remove();
    },
  };
}

function asBench(database_url: string): string {
  const url = new URL(database_url);
  url.searchParams.set('application_name', BENCH_APPLICATION);
  return url.href;
}
