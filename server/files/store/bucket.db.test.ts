import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KilledMove } from '../../../tests/support/move-child.ts';
import { runUntilKilled } from '../../../tests/support/run-until-killed.ts';
import { type StoreProxy, s3Refusal, startStoreProxy } from '../../../tests/support/store-proxy.ts';
import { installedSwift, keysIn, type Swift } from '../../../tests/support/swift.ts';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addContents,
  allContents,
  backUpTo,
  migratedPlace,
  restoreFrom,
} from '../../../tests/support/test-backup.ts';
import { opensNothing, runCli } from '../../../tests/support/test-cli.ts';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { jpegBytes, prepareDelivery, sendDelivery, sha256Of } from '../../../tests/support/test-delivery.ts';
import { bytesOf, deliveryPath, open, put, refused, stored } from '../../../tests/support/test-files.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import type { Installation } from '../../cli/open-installation.ts';
import { machineNow, machineRandom } from '../../platform/machine.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { s3Store } from '../s3/s3-store.ts';
import { sweepContents } from '../sweep-files.ts';
import { verifyFiles } from '../verify-files.ts';
import type { LoadableStore } from './content-store.ts';
import { directoryStore } from './directory-store.ts';
import { moveContents } from './move-contents.ts';
import { openStore } from './open-store.ts';

const startSwift = installedSwift('the product with its files in a bucket');
const MACHINE = { now: machineNow, random: machineRandom };
/** Long enough for Swift on a busy machine; also the time for which failing requests are retried. */
const PATIENCE = { within_ms: 6_000, response_ms: 5_000 };
const LONG = { tags: ['files'] };
const DAY_MS = 24 * 60 * 60 * 1000;

describe.runIf(startSwift)('with files in a bucket', () => {
  let swift: Swift;
  let proxy: StoreProxy;
  let bucket: BucketSetting;
  let app: TestApp;
  let shop: TestShop;
  let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
  /** Runs under the locks of an upload. */
  let beforePlace = async () => undefined as unknown;

  beforeAll(async () => {
    if (startSwift) swift = await startSwift();
    proxy = await startStoreProxy(swift.endpoint);
    bucket = { ...(await swift.makeBucket()), endpoint: proxy.endpoint };
    const store = s3Store(bucket, MACHINE, {
      patience: PATIENCE,
      settled_after_ms: Number.NEGATIVE_INFINITY,
    });
    app = await createTestApp({}, () => ({
      ...store,
      async receive(...content) {
        const arrived = await store.receive(...content);
        const place = (shop_id: number) => beforePlace().then(() => arrived.place(shop_id));
        return { ...arrived, place };
      },
    }));
    shop = await createTestShop(app.owner);
    directory = await makeTemporaryDirectory();
  });
  beforeEach(() => {
    proxy.meddle = async (_, pass) => pass();
    beforePlace = async () => undefined;
  });
  afterAll(async () => {
    await directory?.remove();
    await app?.drop();
    await proxy?.close();
    await swift?.stop();
  });

  const upload = (name: string) =>
    put(app, shop.driver, deliveryPath(shop, shop.driver, `${name}/delivery-image.jpg`), jpegBytes(name));
  const shown = async (name: string) =>
    open(app, shop.driver, deliveryPath(shop, shop.driver, `${name}/delivery-image.jpg`));
  const hashIn = async (store: LoadableStore, name: string) => {
    const [shop_id, sha256 = ''] = name.split('/');
    const found = await store.read(Number(shop_id), sha256);
    return `${shop_id}/${found && sha256Of(await buffer(found))}`;
  };
  const sweepLater = (store = app.store) =>
    sweepContents(app.owner, store, new Date(machineNow().getTime() + DAY_MS + 60_000));
  const verify = () => verifyFiles(app.owner, app.store, () => undefined);

  it('a delivery is recorded with its photo, which can be opened', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const response = await sendDelivery(app, shop.driver, delivery);
    expect(response.status).toBe(200);
    const photo = await open(app, shop.driver, delivery.input.delivery_image.path);
    expect(await bytesOf(photo)).toEqual(jpegBytes(delivery.command_id));
    expect(await verify()).toEqual([]);
    // No unplaced upload is left.
    expect((await keysIn(bucket)).filter((key) => !/^\d+\//.test(key))).toEqual([]);
  });

  it('an upload to a failing bucket is rejected, and accepted when it is repeated', async () => {
    proxy.meddle = async () => s3Refusal(503, 'ServiceUnavailable');
    expect(await refused(await upload('broken'))).toEqual({ status: 503, code: 'storage_unavailable' });
    proxy.meddle = async () => s3Refusal(403, 'AccessDenied');
    expect(await refused(await upload('broken'))).toEqual({ status: 503, code: 'storage_unavailable' });
    proxy.meddle = async (_, pass) => pass();
    await stored(upload('broken'));
    expect(await bytesOf(await shown('broken'))).toEqual(jpegBytes('broken'));
  });

  it(
    'a photo that cannot be read is unavailable; one with wrong bytes is never sent completely',
    LONG,
    async () => {
      await stored(upload('shown'));
      proxy.meddle = async () => s3Refusal(503, 'SlowDown');
      expect(await refused(await shown('shown'))).toEqual({ status: 503, code: 'unavailable' });
      proxy.meddle = async (_, pass) => {
        const response = await pass();
        return { ...response, body: Buffer.alloc(response.body.length, 'x') };
      };
      await expect(bytesOf(await shown('shown'))).rejects.toThrow();
    },
  );

  it('missing and damaged content is reported', LONG, async () => {
    const [lost, changed] = [jpegBytes('lost'), jpegBytes('changed')].map(sha256Of) as [string, string];
    await stored(upload('lost'));
    await stored(upload('changed'));
    proxy.meddle = async ({ path }, pass) => {
      if (path.endsWith(lost)) return s3Refusal(404, 'NoSuchKey');
      const response = await pass();
      return path.endsWith(changed)
        ? { ...response, body: Buffer.alloc(response.body.length, 'x') }
        : response;
    };
    const found = await verify();
    expect(found.map(({ sha256, kind }) => [sha256, kind]).sort()).toEqual(
      [
        [lost, 'missing'],
        [changed, 'damaged'],
      ].sort(),
    );
  });

  it(
    'a sweep removes leftovers of killed uploads, and puts back what a killed sweep had set aside',
    LONG,
    async () => {
      await stored(upload('named'));
      const [named, unnamed] = [sha256Of(jpegBytes('named')), sha256Of(jpegBytes('unnamed'))] as const;
      await app.store.put(shop.shop_id, unnamed, jpegBytes('unnamed'));
      await app.store.receive(unnamed, jpegBytes('unnamed'));
      await app.store.setAside(shop.shop_id, named);
      expect(await sweepLater()).toEqual({ half_written: 1, without_row: 1 });
      expect(await app.store.has(shop.shop_id, named)).toBe(true);
      expect(await app.store.has(shop.shop_id, unnamed)).toBe(false);
      expect((await keysIn(bucket)).filter((key) => !/^\d+\//.test(key))).toEqual([]);
    },
  );

  it('two concurrent sweeps do no harm', LONG, async () => {
    await stored(upload('two'));
    const named = sha256Of(jpegBytes('two'));
    await app.store.put(shop.shop_id, sha256Of(jpegBytes('gone')), jpegBytes('gone'));
    await app.store.setAside(shop.shop_id, named);
    const swept = await Promise.all([1, 2].map(() => sweepLater()));
    expect(swept.map(({ without_row }) => without_row).sort()).toEqual([0, 1]);
    expect(await app.store.has(shop.shop_id, named)).toBe(true);
  });

  it('a sweep waits for an upload of the same content, and keeps the content', LONG, async () => {
    const sha256 = sha256Of(jpegBytes('kept'));
    await app.store.put(shop.shop_id, sha256, jpegBytes('kept'));
    let sweeping: ReturnType<typeof sweepLater> | undefined;
    beforePlace = async () => {
      sweeping = sweepLater();
      await expect
        .poll(async () => {
          const { rows } = await app.database.owner.query(
            `select from pg_locks l join pg_database d on d.oid = l.database
             where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
          );
          return rows.length;
        })
        .toBe(1);
    };
    await stored(upload('kept'));
    expect(await sweeping).toMatchObject({ without_row: 0 });
    expect(await bytesOf(await shown('kept'))).toEqual(jpegBytes('kept'));
  });

  it('a sweep that lost its lock puts back content that an upload found in the meantime', LONG, async () => {
    const sha256 = sha256Of(jpegBytes('met'));
    await app.store.put(shop.shop_id, sha256, jpegBytes('met'));
    const slow: LoadableStore = {
      ...app.store,
      // A database that considers the sweeper dead releases the lock.
      setAside: async (shop_id, hash) => {
        await app.database.owner.query(
          `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
           where l.locktype = 'advisory' and l.granted and d.datname = current_database() and l.pid <> pg_backend_pid()`,
        );
        await stored(upload('met'));
        return app.store.setAside(shop_id, hash);
      },
    };
    expect(await sweepLater(slow)).toEqual({ half_written: 0, without_row: 0 });
    expect(await bytesOf(await shown('met'))).toEqual(jpegBytes('met'));
    expect((await keysIn(bucket)).filter((key) => !/^\d+\//.test(key))).toEqual([]);
  });

  it('a removal executed after its sweep failed deletes nothing permanently', LONG, async () => {
    const sha256 = sha256Of(jpegBytes('late'));
    await app.store.put(shop.shop_id, sha256, jpegBytes('late'));
    let carryOut = async () => undefined as unknown;
    proxy.meddle = async ({ method, path }, pass) => {
      if (method !== 'DELETE' || !path.endsWith(sha256)) return pass();
      carryOut = pass;
      return 'cut';
    };
    await expect(sweepLater()).rejects.toThrow('1 contents could not be swept');
    await stored(upload('late'));
    await carryOut();
    expect(await app.store.has(shop.shop_id, sha256)).toBe(false);
    await sweepLater();
    expect(await bytesOf(await shown('late'))).toEqual(jpegBytes('late'));
  });

  it('a backup from a bucket is restored into another bucket', LONG, async () => {
    const path = join(directory.path, 'shop.backup');
    const place = { owner: app.database.owner, store: app.store };
    expect(await backUpTo(path, place)).toMatchObject({ lost: [] });
    const empty = await migratedPlace();
    try {
      const store = s3Store(await swift.makeBucket(), MACHINE);
      await restoreFrom(path, { ...empty, store });
      expect(await allContents(store)).toEqual(await allContents(app.store));
      expect(await verifyFiles(empty.database, store, () => undefined)).toEqual([]);
    } finally {
      await empty.drop();
    }
  });

  it(
    'files move to a directory and back, killed moves continue, and lost files are reported',
    LONG,
    async () => {
      // With a server's time limits: more is read concurrently here than in the other tests.
      const patient = s3Store(bucket, MACHINE);
      await addContents({ owner: app.database.owner, store: patient }, shop, 12);
      const files = join(directory.path, 'moved');
      const to = directoryStore(files);
      const all = await allContents(app.store);
      const { owner_url } = app.database;
      const killed = async (run: Pick<KilledMove, 'from' | 'to'>) => {
        const move: KilledMove = { ...run, owner_url, killed_after: 3 };
        await runUntilKilled('tests/support/move-child.ts', move);
        const there = await allContents(await openStore(run.to, MACHINE));
        expect(there.length).toBeGreaterThanOrEqual(3);
        expect(there.length).toBeLessThan(all.length);
        return there;
      };
      const there = await killed({ from: bucket, to: { kind: 'directory', path: files } });
      expect(await moveContents(app.owner, patient, to, () => undefined)).toMatchObject({
        there: there.length,
        copied: all.length - there.length,
        lost: [],
        unread: [],
      });
      expect(await allContents(to)).toEqual(all);
      for (const one of all) expect(await hashIn(to, one)).toBe(one);

      const back = await swift.makeBucket();
      await killed({ from: { kind: 'directory', path: files }, to: back });
      const url = `s3://${back.bucket}?endpoint=${swift.endpoint}`;
      const { access_key_id, secret_access_key } = back.keys;
      const env = {
        FILES_URL: `file://${files}`,
        AWS_ACCESS_KEY_ID: access_key_id,
        AWS_SECRET_ACCESS_KEY: secret_access_key,
      };
      const move = (
        url: string,
        { owner = app.database.owner, from = to as LoadableStore, options = [] as string[] } = {},
      ) => {
        const installation = async () =>
          ({ owner, store: from, close: async () => undefined }) as unknown as Installation;
        return runCli(['files', 'move', '--to', url, ...options], opensNothing, { installation, env });
      };
      const [lost = ''] = all.slice(-1);
      const [shop_id, sha256 = ''] = lost.split('/');
      await to.remove(Number(shop_id), sha256);
      expect(await move(url)).toMatchObject({
        code: 1,
        err: expect.stringContaining('1 files are lost'),
        out: expect.stringMatching(
          new RegExp(`not copied: ${lost}: it is missing\\nThe files listed above are missing`),
        ),
      });
      const in_back = s3Store(back, MACHINE);
      expect(await allContents(in_back)).toEqual(all.slice(0, -1));
      for (const one of all.slice(0, -1)) expect(await hashIn(in_back, one)).toBe(one);

      // No data is lost by a failing source, so the output must not advise switching.
      const unread = `file://${join(directory.path, 'other')}`;
      proxy.meddle = async () => s3Refusal(403, 'AccessDenied');
      const stopped = await move(unread, { from: app.store });
      expect(stopped).toMatchObject({
        code: 1,
        err: expect.stringContaining('5 files could not be read; stopped: too many'),
        out: expect.stringMatching(/not copied: .+: it could not be read: .+ has no permission/),
      });
      expect(stopped.out).not.toContain('FILES_URL');
      expect(stopped.err).not.toContain('lost');
      proxy.meddle = async (_, pass) => pass();
      // Sessions of the request role count as a running server.
      const server = await app.database.request.connect();
      const { out } = await move(url, { options: ['--json'] });
      server.release();
      expect(JSON.parse(out)).toMatchObject({ copied: 0, there: all.length - 1, servers_at_work: true });
      const other = await createTestDatabase();
      expect((await move(url, { owner: other.owner })).out).toContain(
        'No server is running on this database',
      );
      await other.drop();

      expect((await move(env.FILES_URL)).err).toMatch(
        /the same\. If FILES_URL has been changed already, name the old location with --from/,
      );
      expect((await move('s3://no/where')).err).toMatch(/^error: --to must look like s3:\/\/bucket/);
      expect((await move(url.replace(back.bucket, 'none'))).err).toMatch(/--to: .+ there is no such bucket/);
    },
  );
});
