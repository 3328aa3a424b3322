import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { jpegBytes, pdfBytes } from '../../tests/support/test-delivery.ts';
import { put, refused, stored } from '../../tests/support/test-files.ts';
import {
  issue,
  pngBytes,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

/** Permissions to upload and open files of handovers, collections and deposits. */

let app: TestApp;
let shop: TestShop;
let other: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
});
afterAll(() => app.drop());

const PEOPLE = ['admin', 'manager', 'driver', 'driver2', 'stranger'] as const;

describe('uploading', () => {
  const png = pngBytes('signed');
  const places: [string, string, Uint8Array, (typeof PEOPLE)[number]][] = [
    ['cash-handovers', 'SOD/TestShop/2026-11-20/signatures/driver-7-SOD.png', png, 'admin'],
    ['cash-handovers', 'EOD/متجر/2026-11-20/receipt-EOD.pdf', pdfBytes('x'), 'admin'],
    ['cash-handovers', 'signatures/manager_a_b_2026.png', png, 'manager'],
    ['bank-deposits', '2026-11/{shop}/منى/BD-1.pdf', pdfBytes('x'), 'manager'],
    ['bank-deposits', '2026-11/{shop}/Mona/BD-1-invoice.jpg', jpegBytes('x'), 'manager'],
  ];

  it.each(places)('only one role may upload to %s at %s', async (bucket, shape, bytes, allowed) => {
    const path = shape.replace('{shop}', String(shop.shop_id));
    for (const person of PEOPLE) {
      const response = put(app, shop[person], path, bytes, { bucket });
      if (person === allowed) expect(await stored(response)).toMatchObject({ bucket, path });
      else
        expect({ person, ...(await refused(response)) }).toEqual({ person, status: 403, code: 'no_access' });
    }
  });

  it('a repeated upload by a colleague does not change the owner', async () => {
    const path = 'SOD/TestShop/2026-11-20/twice.pdf';
    const bucket = 'cash-handovers';
    const first = await stored(put(app, shop.admin, path, pdfBytes('x'), { bucket }));
    const second_admin = await addStaff(app.owner, shop.shop_id, 'Admin', 'Second', false);
    const read = () => app.owner.selectFrom('files').selectAll().where('path', '=', path).execute();
    const before = await read();
    expect(await stored(put(app, second_admin, path, pdfBytes('x'), { bucket }))).toEqual(first);
    expect(await read()).toEqual(before);
  });

  it('an upload for a deposit of another shop is rejected', async () => {
    const path = `2026-11/${other.shop_id}/Mona/BD-1.pdf`;
    const response = put(app, shop.manager, path, pdfBytes('x'), { bucket: 'bank-deposits' });
    expect(await refused(response)).toEqual({ status: 404, code: 'not_found' });
  });

  it.each([
    ['cash-handovers', 'SOD/TestShop/2026-11-20/7.exe'],
    ['cash-handovers', 'SOD/Test Shop/2026-11-20/7.pdf'],
    ['cash-handovers', 'SOD/TestShop/2026-13-20/7.pdf'],
    ['cash-handovers', 'SOD/../2026-11-20/7.pdf'],
    ['cash-handovers', 'signatures/other_a.png'],
    ['cash-handovers', 'signatures/user_e\u0301.png'],
    ['bank-deposits', '2026-11/01/Mona/BD-1.pdf'],
    ['bank-deposits', '2026-11/1/BD-1.pdf'],
  ])('an upload to %s at %s is rejected', async (bucket, path) => {
    const response = put(app, shop.manager, path, pdfBytes('x'), { bucket });
    expect(await refused(response)).toEqual({ status: 422, code: 'invalid_input' });
  });

  it('bytes of another type than in the name are rejected', async () => {
    const path = `2026-11/${shop.shop_id}/Mona/BD-2-invoice.jpg`;
    const text = new TextEncoder().encode('a renamed text file');
    for (const bytes of [text, pdfBytes('x')]) {
      const response = put(app, shop.manager, path, bytes, { bucket: 'bank-deposits' });
      expect(await refused(response)).toEqual({ status: 415, code: 'file_type' });
    }
  });
});

describe('opening a file', () => {
  type Person = (typeof PEOPLE)[number];
  /** Managers and admins may read all proofs of their shop. */
  const DESK: Person[] = ['admin', 'manager'];
  const expectOpenFor = async (bucket: string, file: { path: string; sha256: string }, allowed: Person[]) => {
    const statusFor = async (who: TestStaff) => {
      const body = { bucket, path: file.path, sha256: file.sha256 };
      const response = await app.send('POST', '/storage/v1/object/sign', { as: who.session_id, body });
      if (response.status !== 200) return response.status;
      return (await app.send('GET', (await response.json()).signed_url)).status;
    };
    const seen = await Promise.all(PEOPLE.map((person) => statusFor(shop[person])));
    expect(PEOPLE.filter((_, at) => seen[at] === 200).sort()).toEqual([...allowed].sort());
    expect(seen.every((status) => status === 200 || status === 404)).toBe(true);
    for (const person of PEOPLE) expect(await statusFor(other[person])).toBe(404);
  };

  it('the desk and the driver open a handover’s receipt; only the desk opens its signatures', async () => {
    for (const kind of ['start', 'end'] as const) {
      const prepare = kind === 'start' ? prepareStart : prepareEnd;
      const { command_id, input } = await prepare(app, shop, { amount_fils: 100 });
      await expectOpenFor('cash-handovers', input.receipt, DESK);
      expect((await sendCommand(app, kind, shop.admin, { command_id, input })).status).toBe(200);
      await expectOpenFor('cash-handovers', input.receipt, [...DESK, 'driver']);
      await expectOpenFor('cash-handovers', input.driver_signature, DESK);
      await expectOpenFor('cash-handovers', input.admin_signature, DESK);
    }
  });

  it('the driver opens a later version of a receipt only after it is pinned', async () => {
    const pinned = await prepareStart(app, shop, { amount_fils: 100 });
    expect((await sendCommand(app, 'start', shop.admin, pinned)).status).toBe(200);
    const loose = await prepareStart(app, shop, { amount_fils: 100 });
    expect(loose.input.receipt.path).toBe(pinned.input.receipt.path);
    await expectOpenFor('cash-handovers', loose.input.receipt, DESK);
    await expectOpenFor('cash-handovers', pinned.input.receipt, [...DESK, 'driver']);
  });

  it('a manager who delivers opens the receipt of their own handover', async () => {
    const driving = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const start = await prepareStart(app, shop, { driver: driving, amount_fils: 100 });
    expect((await sendCommand(app, 'start', shop.admin, start)).status).toBe(200);
    const body = { bucket: 'cash-handovers', ...start.input.receipt };
    const response = await app.send('POST', '/storage/v1/object/sign', { as: driving.session_id, body });
    expect(response.status).toBe(200);
  });

  it('only the desk opens files of collections and deposits', async () => {
    await issue(app, shop, shop.driver, 10_000);
    const collection = await prepareCollection(app, shop, { amount_fils: 100 });
    expect((await sendCommand(app, 'collection', shop.manager, collection)).status).toBe(200);
    await expectOpenFor('cash-handovers', collection.input.manager_signature, DESK);
    await expectOpenFor('cash-handovers', collection.input.user_signature, DESK);
    const deposit = await prepareDeposit(app, shop);
    expect((await sendCommand(app, 'deposit', shop.manager, deposit)).status).toBe(200);
    for (const file of [
      deposit.input.receipt,
      deposit.input.invoice_image,
      deposit.input.manager_signature,
    ]) {
      await expectOpenFor('bank-deposits', file, DESK);
    }
  });
});
