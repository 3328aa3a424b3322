import { setTimeout as pause } from 'node:timers/promises';
import { print } from '../../attack/report.ts';
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs';
import { HAPROXY } from '../haproxy/start-haproxy.ts';
import { compareBook } from '../load/compare-book.ts';
import { startLoad } from '../load/start-load.ts';
import { listenToChanges } from '../load/stream-listeners.ts';
import { verifyInstallation } from '../load/verify-installation.ts';
import { report } from '../report.ts';
import { killServers } from './kill-servers.ts';
import { type Options, readOptions } from './options.ts';
import { undetectedDifferences } from './seeded-differences.ts';
import { openServersPlace, type ServersPlace } from './servers-place.ts';
import { updateServers } from './update-servers.ts';

/** The limit for the last hints, in ms; they normally arrive within a second of their commit. */
const HEARD_MS_MAX = 15_000;
const POLL_MS = 250;

/**
 * `npm run test:servers` runs three servers of the built product behind HAProxy under load: updates them one
 * after the other, then kills one every five seconds, and compares the responses with the database. Exits
 * with 1 if a check fails.
 */
const missing = ensureDebianPackages({ title: 'HAProxy', programs: [HAPROXY], packages: ['haproxy'] });
if (missing) print(`Not tested: three servers behind HAProxy. ${missing}`);
else process.exitCode = await testServers(readOptions(process.argv.slice(2)));

async function testServers(options: Options): Promise<number> {
  const ended = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  });
  interrupted.catch(() => undefined);
  const place = await openServersPlace(options);
  try {
    return await Promise.race([underLoad(place, options, ended.signal), interrupted]);
  } finally {
    ended.abort();
    await place.close();
  }
}

async function underLoad(
  { group, url, owner, client, shop }: ServersPlace,
  { per_second, minutes, rounds }: Options,
  signal: AbortSignal,
): Promise<number> {
  const { check, row, end } = report();
  const listeners = listenToChanges(url, shop.drivers, signal);
  const load = startLoad({ shop, client, per_second, signal });
  const { book } = load;
  const since = (before: { failures: number; requests: number; commands: number }) => ({
    requests: client.requests() - before.requests,
    commands: book.acknowledged().length - before.commands,
    failures: client.failures().slice(before.failures),
  });
  const now = () => ({
    failures: client.failures().length,
    requests: client.requests(),
    commands: book.acknowledged().length,
  });
  await book.firstAcknowledgedAfter(0);

  let before = now();
  const wrong = await updateServers(group.servers, rounds);
  const updated = since(before);
  row('updated one after the other', { servers: 3 * rounds, ...updated, failures: updated.failures.length });
  check('servers stop on request', wrong);
  check(
    'no request fails while servers are updated',
    updated.failures.map(({ what, status, text }) => `${what} failed with ${status}: ${text}`),
  );
  check('no stream is refused during updates', listeners.refused());
  check(
    'every stream receives an end event before its server exits',
    listeners.counted.broken === 0 ? [] : ['some streams broke off'],
  );

  before = now();
  const killed = await killServers(group.servers, minutes);
  const lived = since(before);
  row('one killed every five seconds', { servers: killed, ...lived, failures: lived.failures.length });
  await load.stop();

  const until = performance.now() + HEARD_MS_MAX;
  while (listeners.missed(book).length > 0 && performance.now() < until) await pause(POLL_MS);
  check('every driver is notified of each of their deliveries', listeners.missed(book));
  await listeners.stop();
  const { opened, told_to_leave, broken, read_all } = listeners.counted;
  const by_name = listeners.heardByName(book);
  row('streams', { people: shop.drivers.length, opened, told_to_leave, broken, read_all, by_name });
  check('no stream loses its cursor', read_all <= shop.drivers.length ? [] : [`${read_all} had to read all`]);

  const compared = { book, shop, owner, client, url };
  check(
    'each acknowledged command is recorded once, to the fils, with its files',
    await compareBook(compared),
  );
  check('the verification of cash and files passes', await verifyInstallation(group.env));
  check('the comparison finds the seeded differences', await undetectedDifferences(compared));
  return end();
}
