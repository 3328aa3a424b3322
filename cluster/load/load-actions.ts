import type { HttpRequest } from '../../attack/http-client.ts';
import { multipartOf } from '../../bench/command-with-files.ts';
import { withBytes } from '../../bench/whole-delivery.ts';
import { dayOf } from '../../contract/rules/dates/dates.ts';
import type { Sends } from '../../tests/support/test-app.ts';
import {
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
} from '../../tests/support/test-handover.ts';
import type { Entry, Kind, LoadBook, NamedFile } from './load-book.ts';
import type { LoadPerson, LoadShop } from './load-shop.ts';
import type { RetryingClient } from './retrying-client.ts';

/** Sizes of a photo and a note in bytes: a tenth of the real ones, because the load tests commands. */
const BYTES = { photo: 30_000, note: 3_000 };

const PATHS: Record<Kind, string> = {
  delivery: '/api/deliveries',
  start: '/api/handovers/start',
  end: '/api/handovers/end',
  collection: '/api/collections',
  deposit: '/api/deposits',
};

export type LoadActions = ReturnType<typeof loadActions>;

/**
 * Actions of the load's people. Each waits for its response; collections and deposits return false without
 * enough cash.
 */
export function loadActions(shop: LoadShop, client: RetryingClient, book: LoadBook, given_up: AbortSignal) {
  const app = retryingSends(client, given_up);
  const signing = { ...shop, driver: shop.drivers[0] ?? shop.admin };
  let made = 0;

  /** Sends a command under one id until it is acknowledged or refused. */
  async function record(entry: Entry, by: LoadPerson, body: Pick<HttpRequest, 'body'> & { type: string }) {
    const headers = {
      authorization: `Bearer ${by.session_id}`,
      'content-type': body.type,
      'idempotency-key': entry.command_id,
    };
    const response = await client.sendUntilDecided(
      { method: 'POST', path: PATHS[entry.kind], headers, body: body.body },
      { signal: given_up, sending: () => book.sent(entry) },
    );
    if (response)
      book.answered(entry, response.status === 200 ? null : `${response.status} ${response.text}`);
  }

  async function recordSigned(
    kind: Exclude<Kind, 'delivery'>,
    by: LoadPerson,
    { command_id, input }: Prepared<object & { amount_fils: number }>,
    { cash, bucket }: Pick<Entry, 'cash'> & { bucket: NamedFile['bucket'] },
  ) {
    const { amount_fils } = input;
    const files = filesOf(input, bucket);
    const entry = book.write({ command_id, kind, by: by.user_id, amount_fils, cash, files });
    await record(entry, by, { type: 'application/json', body: JSON.stringify(input) });
  }

  return {
    /**
     * Two of three customers pay cash. Half of the deliveries send their files with the command, the others
     * before it, as on a poor network.
     */
    async deliver(driver: LoadPerson): Promise<true> {
      const order = shop.nextOrderOf(driver);
      if (!order) throw new Error('the driver has no order left: the load needs more orders');
      made += 1;
      const { command_id, input, photo, note } = withBytes(order, BYTES);
      const tender = made % 3 === 0 ? ('card_machine' as const) : ('cash' as const);
      const confirmed = { ...input, tender, occurred_at: new Date().toISOString() };
      const { delivery_image, delivery_note, due_amount_fils: amount_fils } = confirmed;
      const in_parts = made % 2 === 0;
      if (in_parts) {
        await put(driver, delivery_image, Buffer.concat(photo));
        await put(driver, delivery_note, Buffer.concat(note));
      }
      const entry = book.write({
        command_id,
        kind: 'delivery',
        by: driver.user_id,
        amount_fils,
        cash: tender === 'cash' ? [{ user_id: driver.user_id, fils: amount_fils }] : [],
        files: filesOf(confirmed, 'order-deliveries'),
      });
      const brought = [
        { sha256: delivery_image.sha256, chunks: photo },
        { sha256: delivery_note.sha256, chunks: note },
      ];
      const json = { type: 'application/json', body: JSON.stringify(confirmed) };
      const { type, body } = multipartOf(confirmed, brought);
      await record(entry, driver, in_parts ? json : { type, body: Buffer.concat(body) });
      return true;
    },
    async handOver(kind: 'start' | 'end', driver: LoadPerson, amount_fils: number): Promise<true> {
      const { admin } = shop;
      const given = kind === 'start' ? amount_fils : -amount_fils;
      const prepare = kind === 'start' ? prepareStart : prepareEnd;
      await recordSigned(kind, admin, await prepare(app, signing, { driver, amount_fils }), {
        bucket: 'cash-handovers',
        cash: [
          { user_id: driver.user_id, fils: given },
          { user_id: admin.user_id, fils: -given },
        ],
      });
      return true;
    },
    /**
     * Collects half of the driver's lowest possible balance, because a larger collection could be refused.
     */
    async collect(from: LoadPerson): Promise<boolean> {
      const { manager } = shop;
      const amount_fils = Math.floor(book.lowestPossibleBalance(from.user_id) / 2);
      if (amount_fils <= 0) return false;
      await recordSigned(
        'collection',
        manager,
        await prepareCollection(app, signing, { from, amount_fils }),
        {
          bucket: 'cash-handovers',
          cash: [
            { user_id: from.user_id, fils: -amount_fils },
            { user_id: manager.user_id, fils: amount_fils },
          ],
        },
      );
      return true;
    },
    /** Deposits a third of the manager's lowest possible balance at the bank. */
    async deposit(): Promise<boolean> {
      const { manager } = shop;
      const amount_fils = Math.floor(book.lowestPossibleBalance(manager.user_id) / 3);
      if (amount_fils <= 0) return false;
      const deposit_date = dayOf(new Date(), shop.time_zone);
      await recordSigned(
        'deposit',
        manager,
        await prepareDeposit(app, signing, { amount_fils, deposit_date }),
        {
          bucket: 'bank-deposits',
          cash: [{ user_id: manager.user_id, fils: -amount_fils }],
        },
      );
      return true;
    },
  };

  async function put(driver: LoadPerson, { path, sha256 }: { path: string; sha256: string }, bytes: Buffer) {
    const response = await app.send('PUT', `/storage/v1/object/order-deliveries/${encodeURI(path)}`, {
      as: driver.session_id,
      bytes,
      headers: { 'content-sha256': sha256 },
    });
    if (response.status !== 200)
      throw new Error(`An upload was refused: ${response.status} ${await response.text()}`);
  }
}

/**
 * Adapts the client to the functions that prepare commands; uploads are retried too. Throws if `signal` is
 * aborted.
 */
function retryingSends(client: RetryingClient, signal: AbortSignal): Sends {
  return {
    send: async (method, path, { as, bytes, headers } = {}) => {
      const sent = { ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers };
      const response = await client.sendUntilDecided(
        { method, path, headers: sent, body: bytes },
        { signal },
      );
      if (!response) throw new Error('the load gave up on an upload');
      return new Response(response.text, { status: response.status });
    },
  };
}

/** Returns the files that a command names: its properties with a path and a hash. */
function filesOf(input: object, bucket: NamedFile['bucket']): NamedFile[] {
  return Object.values(input).flatMap((value: unknown) => {
    const named = value as Partial<NamedFile> | null;
    if (typeof named?.path !== 'string' || typeof named.sha256 !== 'string') return [];
    return [{ bucket, path: named.path, sha256: named.sha256 }];
  });
}
