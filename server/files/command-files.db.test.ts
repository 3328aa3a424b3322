import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectUploads, sendParts, sendWithFiles } from '../../tests/support/command-with-files.ts';
import { createTestApp, requestOf, type SendOptions, type TestApp } from '../../tests/support/test-app.ts';
import { jpegBytes, pdfBytes, prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { bytesOf, open, put, refused, stored } from '../../tests/support/test-files.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  problemOf,
} from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { createApp } from '../app.ts';
import { databaseOf } from '../platform/database/database.ts';
import { BODY_LIMITS } from '../platform/http/body-budget.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import type { ContentStore } from './store/content-store.ts';
import { sweepContents } from './sweep-files.ts';
import { verifyFiles } from './verify-files.ts';
import { verifyNamedFiles } from './verify-named-files.ts';

/** Commands that are sent in one request with their files. */

let app: TestApp;
let shop: TestShop;
/** Runs before calls of the store. */
let instead: Partial<Record<'has' | 'receive' | 'place' | 'placed' | 'aside', () => Promise<void>>> = {};
/** Hashes passed to the store's `has`. */
let checked: string[] = [];

beforeAll(async () => {
  app = await createTestApp(
    {},
    (store): ContentStore => ({
      ...store,
      has: async (shop_id, sha256) => {
        checked.push(sha256);
        await instead.has?.();
        return store.has(shop_id, sha256);
      },
      receive: async (...content) => {
        await instead.receive?.();
        const arrived = await store.receive(...content);
        const place = async (shop_id: number) => {
          await instead.place?.();
          const is_new = await arrived.place(shop_id);
          await instead.placed?.();
          return is_new;
        };
        return { ...arrived, place };
      },
      setAside: async (...content) => {
        await instead.aside?.();
        return store.setAside(...content);
      },
    }),
  );
});
beforeEach(async () => {
  instead = {};
  checked = [];
  shop = await createTestShop(app.owner);
});
afterEach(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  expect(await verifyFiles(app.owner, app.store, () => undefined)).toEqual([]);
});
afterAll(() => app.drop());

const DELIVERIES = '/api/deliveries';

/** Prepares a delivery whose files are not uploaded. */
async function delivery() {
  const order = await addOrder(app.owner, shop, shop.driver);
  const uploads = collectUploads();
  const command = await prepareDelivery(uploads, shop, shop.driver, order);
  const send = (files: Iterable<[string, Uint8Array]> = uploads.files) =>
    sendWithFiles(app, DELIVERIES, shop.driver, command, files);
  return { order, command, files: uploads.files, send };
}

const filesOfShop = () =>
  app.owner.selectFrom('files').select(['path', 'pinned_at']).where('shop_id', '=', shop.shop_id).execute();

/** Lists this shop's contents on disk, and unplaced uploads of any shop. */
async function onDisk(): Promise<string[]> {
  const all = await readdir(app.files_directory, { recursive: true });
  return all.filter((name) => name.endsWith('.part') || name.startsWith(`${shop.shop_id}/`)).filter(isFile);
}
const isFile = (name: string) => /[0-9a-f]{64}/.test(name);

const confirmations = async () =>
  (
    await app.owner
      .selectFrom('delivery_confirmations')
      .select('id')
      .where('shop_id', '=', shop.shop_id)
      .execute()
  ).length;

describe('a command with files', () => {
  it('is recorded with its files, which are pinned and can be opened', async () => {
    const { order, command, send } = await delivery();
    const response = await send();
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 200,
      body: { outcome: 'delivered', order: { id: order.id } },
    });
    expect((await filesOfShop()).map(({ pinned_at }) => pinned_at)).toEqual([
      expect.any(Date),
      expect.any(Date),
    ]);
    expect(await bytesOf(await open(app, shop.driver, command.input.delivery_image.path))).toEqual(
      jpegBytes(command.command_id),
    );
    expect(await onDisk()).toHaveLength(2);
  });

  it('works for every kind of command', async () => {
    await issue(app, shop, shop.admin, 100_000);
    const sendAll = async (path: string, by: { session_id: string }, prepare: typeof prepareAny) => {
      const uploads = collectUploads();
      const command = await prepare(uploads);
      const response = await sendWithFiles(app, path, by, command, uploads.files);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect(uploads.files.size).toBeGreaterThan(1);
    };
    type Prepared = Promise<{ command_id: string; input: object }>;
    const prepareAny = (uploads: ReturnType<typeof collectUploads>): Prepared => prepareStart(uploads, shop);
    await sendAll('/api/handovers/start', shop.admin, prepareAny);
    await sendAll('/api/handovers/end', shop.admin, (to) => prepareEnd(to, shop, { amount_fils: 20_000 }));
    await sendAll('/api/collections', shop.manager, (to) => prepareCollection(to, shop));
    await sendAll('/api/deposits', shop.manager, (to) => prepareDeposit(to, shop));
  });

  it('takes as many round trips as a command without files', async () => {
    const round_trips: string[] = [];
    const requests = databaseOf(app.database.request, {
      around: ({ statements }, send) => {
        round_trips.push(statements.map(({ text }) => text).join(';'));
        return send();
      },
    });
    const counted = await createApp({ ...app.parts, requests });
    const send = async (method: string, path: string, options?: SendOptions) =>
      counted.request(path, requestOf(method, options));
    const first = await delivery();
    // Opens the connections, so that their round trips are not counted.
    await sendWithFiles({ send }, DELIVERIES, shop.driver, first.command, first.files);
    const with_files = await delivery();
    round_trips.length = 0;
    expect(
      (await sendWithFiles({ send }, DELIVERIES, shop.driver, with_files.command, with_files.files)).status,
    ).toBe(200);
    const round_trips_with_files = round_trips.length;
    const order = await addOrder(app.owner, shop, shop.driver);
    const alone = await prepareDelivery(app, shop, shop.driver, order);
    round_trips.length = 0;
    const json = new TextEncoder().encode(JSON.stringify(alone.input));
    const headers = { 'content-type': 'application/json', 'idempotency-key': alone.command_id };
    const response = await send('POST', DELIVERIES, { as: shop.driver.session_id, bytes: json, headers });
    expect(response.status).toBe(200);
    expect(round_trips_with_files).toBe(round_trips.length);
  });

  it('gets the same reply when repeated with or without files', async () => {
    const { command, send } = await delivery();
    const first = await (await send()).text();
    expect(await (await send()).text()).toBe(first);
    expect(await (await sendDelivery(app, shop.driver, command)).text()).toBe(first);
    expect(await (await send([])).text()).toBe(first);
    expect(await confirmations()).toBe(1);
    expect(await onDisk()).toHaveLength(2);
    const other = { ...command, input: { ...command.input, customer_name: 'Somebody Else' } };
    const reused = await sendWithFiles(app, DELIVERIES, shop.driver, other, []);
    expect(await problemOf(reused)).toEqual({ status: 422, code: 'command_reused' });
  });

  it('is recorded once when sent eight times concurrently', async () => {
    const { send } = await delivery();
    const responses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await send();
        return { status: response.status, text: await response.text() };
      }),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(await confirmations()).toBe(1);
    expect(await onDisk()).toHaveLength(2);
  });

  it('checks the store only for files uploaded before, and for all files when repeated', async () => {
    const { command, files, send } = await delivery();
    const [photo, note] = [command.input.delivery_image, command.input.delivery_note];
    await stored(put(app, shop.driver, note.path, files.get(note.sha256) ?? new Uint8Array()));
    checked = [];
    expect((await send([...files].filter(([sha256]) => sha256 === photo.sha256))).status).toBe(200);
    expect(checked).toEqual([note.sha256]);
    expect((await send()).status).toBe(200);
    expect(checked.slice(1).sort()).toEqual([photo.sha256, note.sha256].sort());
  });

  it('restores content that is removed while it is recorded', async () => {
    const { command, files, send } = await delivery();
    const { path, sha256 } = command.input.delivery_image;
    await app.store.put(shop.shop_id, sha256, files.get(sha256) ?? new Uint8Array());
    let to_be_placed = files.size;
    instead.placed = async () => {
      to_be_placed -= 1;
      if (to_be_placed === 0) await app.store.remove(shop.shop_id, sha256);
    };
    expect((await send()).status).toBe(200);
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(jpegBytes(command.command_id));
  });

  it('may contain some of its files if the others were uploaded before', async () => {
    const { command, files, send } = await delivery();
    await stored(put(app, shop.driver, command.input.delivery_image.path, jpegBytes(command.command_id)));
    const note = command.input.delivery_note.sha256;
    expect((await send([...files].filter(([sha256]) => sha256 === note))).status).toBe(200);

    const again = await delivery();
    await stored(
      put(app, shop.driver, again.command.input.delivery_image.path, jpegBytes(again.command.command_id)),
    );
    expect((await again.send()).status).toBe(200);
    expect((await filesOfShop()).every(({ pinned_at }) => pinned_at !== null)).toBe(true);
  });

  it('is rejected if a file was neither sent nor uploaded before', async () => {
    const { send } = await delivery();
    expect(await refused(send([]))).toEqual({ status: 409, code: 'file_missing' });
  });
});

describe('nothing is recorded or stored for', () => {
  afterEach(async () => {
    expect(await confirmations()).toBe(0);
    expect(await filesOfShop()).toEqual([]);
    expect(await onDisk()).toEqual([]);
  });

  type Sent = Awaited<ReturnType<typeof delivery>>;
  const commandOf = ({ command }: Sent): [string, string] => ['command', JSON.stringify(command.input)];

  it.each<[string, number, string, (sent: Sent) => [string, string | Uint8Array][]]>([
    [
      'a part that the command does not name',
      400,
      'malformed',
      (sent) => [commandOf(sent), ['a', pdfBytes('x')]],
    ],
    [
      'a file that is sent twice',
      400,
      'malformed',
      (sent) => [commandOf(sent), ...sent.files, ...[...sent.files].slice(0, 1)],
    ],
    ['files before the command', 400, 'malformed', (sent) => [...sent.files, commandOf(sent)]],
    ['files without a command', 400, 'malformed', (sent) => [...sent.files]],
    ['an empty body', 400, 'malformed', () => []],
    [
      'more parts than any command has',
      400,
      'malformed',
      () => Array.from({ length: 9 }, () => ['command', '{}']),
    ],
    ['a command that is not JSON', 400, 'malformed', (sent) => [['command', '{"order_id":'], ...sent.files]],
    [
      'a command that does not match the schema',
      422,
      'invalid_input',
      (sent) => [['command', '{}'], ...sent.files],
    ],
    [
      'a command that is too large',
      413,
      'too_large',
      (sent) => [['command', ' '.repeat(256 * 1024 + 1)], ...sent.files],
    ],
    [
      'a body that exceeds the limit',
      413,
      'too_large',
      (sent) => [commandOf(sent), ['x', new Uint8Array(9 * 1024 * 1024)]],
    ],
    [
      'bytes with another hash',
      422,
      'file_hash',
      (sent) => [
        commandOf(sent),
        ...[...sent.files.keys()].map((name) => [name, jpegBytes('other')] as [string, Uint8Array]),
      ],
    ],
  ])('%s', async (_what, status, code, partsOf) => {
    const sent = await delivery();
    const response = sendParts(app, DELIVERIES, shop.driver, sent.command.command_id, partsOf(sent));
    expect(await refused(response)).toEqual({ status, code });
  });

  it('bytes that are not a photo', async () => {
    const { command, files } = await delivery();
    const note = command.input.delivery_note;
    const swapped = {
      ...command,
      input: { ...command.input, delivery_image: { ...command.input.delivery_image, sha256: note.sha256 } },
    };
    const response = sendWithFiles(
      app,
      DELIVERIES,
      shop.driver,
      swapped,
      [...files].filter(([name]) => name === note.sha256),
    );
    expect(await refused(response)).toEqual({ status: 415, code: 'file_type' });
  });

  it.each([
    ['without a boundary', 'multipart/form-data; x=1', 'x'],
    [
      'truncated within a part',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="command"\r\n\r\n{',
    ],
    ['with a part without a name', 'multipart/form-data; boundary=x', '--x\r\n\r\n{}\r\n--x--\r\n'],
    ['that is not multipart', 'multipart/form-data; boundary=x', '{}'],
  ])('a body %s', async (_what, content_type, body) => {
    const { command } = await delivery();
    const response = app.send('POST', DELIVERIES, {
      as: shop.driver.session_id,
      bytes: new TextEncoder().encode(body),
      headers: { 'content-type': content_type, 'idempotency-key': command.command_id },
    });
    expect(await refused(response)).toEqual({ status: 400, code: 'malformed' });
  });

  it('a command that is rejected by role, driver, rule or ended session', async () => {
    const { command, files } = await delivery();
    const sendAs = (by: { session_id: string }, input = command.input) =>
      sendWithFiles(app, DELIVERIES, by, { ...command, input }, files);
    expect(await problemOf(await sendAs(shop.admin))).toEqual({ status: 403, code: 'no_access' });
    expect(await problemOf(await sendAs(shop.driver2))).toEqual({ status: 404, code: 'not_found' });
    const unpaid = { ...command.input, payment_received: false };
    const refusal = await (await sendAs(shop.driver, unpaid)).json();
    expect(refusal).toMatchObject({ code: 'payment_confirmation_required', nothing_recorded: true });
    await app.owner
      .updateTable('sessions')
      .set({ revoked_at: new Date() })
      .where('id', '=', shop.driver.session_id)
      .execute();
    expect(await problemOf(await sendAs(shop.driver))).toEqual({ status: 401, code: 'not_signed_in' });
  });

  it('a command that exceeds the budget of request bodies', async () => {
    const { command, files } = await delivery();
    const staff = { ...BODY_LIMITS.staff, per_holder: { bodies_max: 1, bytes_max: 10 } };
    const small = await createApp({ ...app.parts, body_limits: { ...BODY_LIMITS, staff } });
    const send = async (method: string, path: string, options?: SendOptions) =>
      small.request(path, requestOf(method, options));
    const response = sendWithFiles({ send }, DELIVERIES, shop.driver, command, files);
    expect(await refused(response)).toEqual({ status: 503, code: 'unavailable' });
  });

  it.each([
    ['ENOSPC', 507, 'storage_full'],
    ['EIO', 503, 'storage_unavailable'],
  ])('a command whose files cannot be stored because of %s', async (code, status, expected) => {
    const { send } = await delivery();
    const fail = async () => {
      throw Object.assign(new Error(code), { code, syscall: 'write' });
    };
    instead.receive = fail;
    expect(await (await send()).json()).toMatchObject({ status, code: expected, nothing_recorded: true });
    instead = { place: fail };
    expect(await (await send()).json()).toMatchObject({ status, code: expected, nothing_recorded: true });
    instead = {};
  });
});

it('a hanging store delays commands with files, but leaves capacity for others', async () => {
  const staff = { ...BODY_LIMITS.staff, bodies_max: 2, with_files: { bodies_max: 1, bytes_max: 1_000_000 } };
  const small = await createApp({ ...app.parts, body_limits: { ...BODY_LIMITS, staff } });
  const send = async (method: string, path: string, options?: SendOptions) =>
    small.request(path, requestOf(method, options));
  let release = () => {};
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { command, files } = await delivery();
  const [one, other] = [await delivery(), await delivery()];
  for (const each of [one, other]) expect((await each.send()).status).toBe(200);
  instead = { has: () => hanging, receive: () => hanging };
  const again = [sendWithFiles({ send }, DELIVERIES, shop.driver, command, files)];
  for (const [at, { command }] of [one, other].entries()) {
    again.push(sendDelivery({ send }, shop.driver, command));
    await expect.poll(() => checked.length).toBe(2 * (at + 1));
  }
  const late = await refused(sendWithFiles({ send }, DELIVERIES, shop.driver, command, files));
  expect(late).toEqual({ status: 503, code: 'unavailable' });
  const alone = await refused(sendDelivery({ send }, shop.driver, command));
  expect(alone).toEqual({ status: 409, code: 'file_missing' });
  release();
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('a rejected command does not remove content that was stored before', async () => {
  const { command, files } = await delivery();
  const { path } = command.input.delivery_image;
  await stored(put(app, shop.driver, path, jpegBytes(command.command_id)));
  const unpaid = { ...command, input: { ...command.input, payment_received: false } };
  expect((await sendWithFiles(app, DELIVERIES, shop.driver, unpaid, files)).status).toBe(422);
  expect(await onDisk()).toHaveLength(1);
  expect(await bytesOf(await open(app, shop.driver, path))).toEqual(jpegBytes(command.command_id));
});

it('a rejected command removes its files under their locks, even if one removal fails', async () => {
  const { command, files } = await delivery();
  const unpaid = { ...command, input: { ...command.input, payment_received: false } };
  let removals = 0;
  let locked: number | null = null;
  instead.aside = async () => {
    removals += 1;
    if (removals === 1) throw new Error('the disk failed');
    await pause(200);
    const { rows } = await app.database.owner.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
    );
    locked = rows.length;
  };
  expect((await sendWithFiles(app, DELIVERIES, shop.driver, unpaid, files)).status).toBe(422);
  expect(removals).toBe(2);
  expect(locked).toBeGreaterThanOrEqual(2);
});

it('a recorded command gets its reply while the disk is full', async () => {
  const { send } = await delivery();
  const first = await (await send()).text();
  instead.receive = async () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
  };
  expect(await (await send()).text()).toBe(first);
});

it('a repeated command restores content that was lost after it was recorded', async () => {
  const { command, send } = await delivery();
  const first = await (await send()).text();
  const { path, sha256 } = command.input.delivery_image;
  await app.store.remove(shop.shop_id, sha256);
  const alone = await sendDelivery(app, shop.driver, command);
  expect(await alone.json()).toMatchObject({ code: 'file_missing', recorded: true, detail: path });
  expect(await (await send()).text()).toBe(first);
  expect(await bytesOf(await open(app, shop.driver, path))).toEqual(jpegBytes(command.command_id));
});

describe('after a failure', () => {
  it('the next attempt uses the contents that a killed server had placed', async () => {
    const { send } = await delivery();
    instead.placed = () => Promise.reject(new Error('the process is killed'));
    expect((await send()).status).toBe(500);
    expect(await filesOfShop()).toEqual([]);
    expect(await onDisk()).toHaveLength(2);
    instead = {};
    expect((await send()).status).toBe(200);
    expect(await onDisk()).toHaveLength(2);
  });

  it('a command whose connection was lost while it held its locks runs again', async () => {
    const { send } = await delivery();
    instead.placed = async () => {
      instead = {};
      await app.database.request.query(
        `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
         where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
      );
    };
    expect((await send()).status).toBe(200);
    expect(await confirmations()).toBe(1);
  });
});

it('a running sweep removes old content first, and a command stores it again', async () => {
  const { command, files, send } = await delivery();
  const { sha256 } = command.input.delivery_image;
  await app.store.put(shop.shop_id, sha256, files.get(sha256) ?? new Uint8Array());
  const long_ago = new Date(Date.now() - 48 * 60 * 60 * 1000);
  await utimes(
    join(app.files_directory, String(shop.shop_id), sha256.slice(0, 2), sha256),
    long_ago,
    long_ago,
  );
  let sent: Promise<Response> | undefined;
  instead.aside = async () => {
    instead = {};
    sent = send();
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
  expect(await sweepContents(app.owner, app.store, new Date())).toMatchObject({ without_row: 1 });
  expect((await sent)?.status).toBe(200);
  expect(await bytesOf(await open(app, shop.driver, command.input.delivery_image.path))).toEqual(
    jpegBytes(command.command_id),
  );
});
