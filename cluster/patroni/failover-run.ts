import { print } from '../../attack/report.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import { randomOf } from '../../simulator/random.ts';
import { runStatement } from '../../tests/support/embedded-postgres-harness.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import type { Cleanup } from '../cleanup.ts';
import { compareBook } from '../load/compare-book.ts';
import { openLoadShop } from '../load/load-shop.ts';
import { type RetryingClient, retryingClient } from '../load/retrying-client.ts';
import { type Load, startLoad } from '../load/start-load.ts';
import { verifyInstallation } from '../load/verify-installation.ts';
import type { report } from '../report.ts';
import { undetectedDifferences } from '../servers/seeded-differences.ts';
import { startServerGroup } from '../servers/server-group.ts';
import { type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts';
import { failPrimaries } from './rounds.ts';

const COMMANDS_PER_SECOND = 10;
const REQUEST_LIMITS = {
  statement_timeout: '20s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
};
const PEOPLE = { drivers: 8, inside: 3 };
/** More than the load delivers in a round of two minutes. */
const ORDERS_A_ROUND = 1_200;

export type FailoverRun = {
  rounds: number;
  seed: string;
  /** The directory of PostgreSQL's programs. */
  bin: string;
  /** The file to which the load's book is written, if any. */
  book: string | undefined;
  check: ReturnType<typeof report>['check'];
  cleanup: Cleanup;
};

/**
 * Runs three servers on a new cluster under constant load, makes the primary fail repeatedly, then compares
 * the book.
 */
export async function failoverRun({ rounds, seed, bin, book, check, cleanup }: FailoverRun): Promise<void> {
  const directory = await makeTemporaryDirectory();
  cleanup.add(directory.remove);
  const cluster = await startPatroniCluster(directory.path, bin, cleanup);
  const database = await makeDatabase(cluster);
  const group = await startServerGroup(directory.path, database);
  cleanup.add(group.stop);
  const urls = group.servers.map(({ url }) => url);
  const client = retryingClient(urls);
  cleanup.add(async () => client.close());
  const pools = openPools({ owner_url: database.DATABASE_URL, request_url: database.DATABASE_REQUEST_URL });
  cleanup.add(pools.close);
  const shop = await openLoadShop(pools.owner, client, { ...PEOPLE, orders: rounds * ORDERS_A_ROUND });
  const load = startLoad({ shop, client, per_second: COMMANDS_PER_SECOND, ...(book && { file: book }) });

  const found = await failPrimaries(rounds, { cluster, load, random: randomOf(seed) });
  await load.stop();
  printLoad(load, client);

  check('writes are acknowledged again in time', found.late);
  check('another node leads after each failure', found.still_leading);
  check('a primary without a standby acknowledges nothing', found.acknowledged_alone);
  check('the servers started at the beginning still respond', await unresponsiveOf(urls));
  const compared = { book: load.book, shop, owner: pools.owner, client, url: urls[0] ?? '' };
  check(
    'each acknowledged command is recorded once, to the fils, with its files',
    await compareBook(compared),
  );
  check('the verification of cash and files passes', await verifyInstallation(group.env));
  check('the comparison finds the seeded differences', await undetectedDifferences(compared));
}

/** Creates an empty database with its two logins, as in docs/operate/postgres.md. */
async function makeDatabase({ superuser_url }: PatroniCluster) {
  await runStatement(superuser_url, "create role shop_owner login password 'owner'");
  await runStatement(superuser_url, 'create database shop owner shop_owner');
  await runStatement(
    superuser_url,
    `create role mandoob_request login password 'request' nosuperuser nobypassrls nocreatedb nocreaterole noreplication`,
  );
  for (const [limit, value] of Object.entries(REQUEST_LIMITS))
    await runStatement(
      superuser_url,
      `alter role mandoob_request in database shop set ${limit} = '${value}'`,
    );
  const urlOf = (name: string, password: string) => {
    const url = new URL(superuser_url);
    [url.username, url.password, url.pathname] = [name, password, '/shop'];
    return url.href;
  };
  return {
    DATABASE_URL: urlOf('shop_owner', 'owner'),
    DATABASE_REQUEST_URL: urlOf('mandoob_request', 'request'),
  };
}

function printLoad({ book }: Load, client: RetryingClient): void {
  const acknowledged = book.acknowledged();
  const retried = acknowledged.filter(({ attempts }) => attempts > 1).length;
  print(
    `${acknowledged.length} commands acknowledged, ${retried} of them sent more than once; ` +
      `${book.refused().length} refused, ${book.open().length} without a response; ` +
      `${client.requests()} requests, ${client.failures().length} of them failed`,
  );
}

async function unresponsiveOf(urls: readonly string[]): Promise<string[]> {
  const lists = urls.map((url) =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => (ok ? [] : [`${url} is not healthy`]),
      () => [`${url} does not respond`],
    ),
  );
  return (await Promise.all(lists)).flat();
}
