import type { Sent } from '../../attack/http-client.ts';
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
import type { PatientClient } from './patient-client.ts';

/** What phones make of a photo and a note here, in bytes: a tenth of the real ones, since it is commands that are counted. */
const BYTES = { photo: 30_000, note: 3_000 };

const PATHS: Record<Kind, string> = {
  delivery: '/api/deliveries',
  start: '/api/handovers/start',
  end: '/api/handovers/end',
  collection: '/api/collections',
  deposit: '/api/deposits',
};

export type Acts = ReturnType<typeof loadActs>;

/** What people of the load do. Each waits until it is answered; collections and deposits answer false where there is no cash for them yet. */
export function loadActs(shop: LoadShop, client: PatientClient, book: LoadBook, given_up: AbortSignal) {
  const app = patientSends(client, given_up);
  const signing = { ...shop, driver: shop.drivers[0] ?? shop.admin };
  let made = 0;

  /** The same command, with the same id, until somebody has decided. */
  async function record(entry: Entry, by: LoadPerson, body: Pick<Sent, 'body'> & { type: string }) {
    const headers = {
      authorization: `Bearer ${by.session_id}`,
      'content-type': body.type,
      'idempotency-key': entry.command_id,
    };
    const answer = await client.sendUntilAnswered(
      { method: 'POST', path: PATHS[entry.kind], headers, body: body.body },
      { signal: given_up, sending: () => book.sent(entry) },
    );
    if (answer) book.answered(entry, answer.status === 200 ? null : `${answer.status} ${answer.text}`);
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
    /** Two of three pay in cash. Photo and note come with the command, or one after the other before it, as over a poor network. */
    async deliver(driver: LoadPerson): Promise<true> {
      const order = shop.nextOrderOf(driver);
      if (!order) throw new Error('all orders are delivered: the load needs more of them');
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
    /** Half of what the driver surely holds, since a collection of more is refused. */
    async collect(from: LoadPerson): Promise<boolean> {
      const { manager } = shop;
      const amount_fils = Math.floor(book.surelyHeld(from.user_id) / 2);
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
    /** A third of what the manager surely holds goes to the bank. */
    async deposit(): Promise<boolean> {
      const { manager } = shop;
      const amount_fils = Math.floor(book.surelyHeld(manager.user_id) / 3);
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
    const answer = await app.send('PUT', `/storage/v1/object/order-deliveries/${encodeURI(path)}`, {
      as: driver.session_id,
      bytes,
      headers: { 'content-sha256': sha256 },
    });
    if (answer.status !== 200)
      throw new Error(`a photo was refused: ${answer.status} ${await answer.text()}`);
  }
}

/** For those who prepare commands: uploads are sent until they are answered too. Throws when that was given up. */
function patientSends(client: PatientClient, signal: AbortSignal): Sends {
  return {
    send: async (method, path, { as, bytes, headers } = {}) => {
      const sent = { ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers };
      const answer = await client.sendUntilAnswered({ method, path, headers: sent, body: bytes }, { signal });
      if (!answer) throw new Error('given up');
      return new Response(answer.text, { status: answer.status });
    },
  };
}

/** Every file that a command names: whatever of it has a path and a hash. */
function filesOf(input: object, bucket: NamedFile['bucket']): NamedFile[] {
  return Object.values(input).flatMap((value: unknown) => {
    const named = value as Partial<NamedFile> | null;
    if (typeof named?.path !== 'string' || typeof named.sha256 !== 'string') return [];
    return [{ bucket, path: named.path, sha256: named.sha256 }];
  });
}
