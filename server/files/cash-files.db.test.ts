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

/** Who puts and who opens what proves a handover, a collection or a deposit (rulings C3, C6). */

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

describe('putting', () => {
  const png = pngBytes('signed');
  const places: [string, string, Uint8Array, (typeof PEOPLE)[number]][] = [
    ['cash-handovers', 'SOD/TestShop/2026-11-20/signatures/driver-7-SOD.png', png, 'admin'],
    ['cash-handovers', 'EOD/متجر/2026-11-20/receipt-EOD.pdf', pdfBytes('x'), 'admin'],
    ['cash-handovers', 'signatures/manager_a_b_2026.png', png, 'manager'],
    ['bank-deposits', '2026-11/{shop}/منى/BD-1.pdf', pdfBytes('x'), 'manager'],
    ['bank-deposits', '2026-11/{shop}/Mona/BD-1-invoice.jpg', jpegBytes('x'), 'manager'],
  ];

  it.each(places)('into %s at %s is allowed to one role only', async (bucket, shape, bytes, allowed) => {
    const path = shape.replace('{shop}', String(shop.shop_id));
    for (const person of PEOPLE) {
      const answer = put(app, shop[person], path, bytes, { bucket });
      if (person === allowed) expect(await stored(answer)).toMatchObject({ bucket, path });
      else expect({ person, ...(await refused(answer)) }).toEqual({ person, status: 403, code: 'no_access' });
    }
  });

  it('a file that a colleague has uploaded there stays theirs', async () => {
    const path = 'SOD/TestShop/2026-11-20/twice.pdf';
    const bucket = 'cash-handovers';
    const first = await stored(put(app, shop.admin, path, pdfBytes('x'), { bucket }));
    const second_admin = await addStaff(app.owner, shop.shop_id, 'Admin', 'Second', false);
    const read = () => app.owner.selectFrom('files').selectAll().where('path', '=', path).execute();
    const before = await read();
    expect(await stored(put(app, second_admin, path, pdfBytes('x'), { bucket }))).toEqual(first);
    expect(await read()).toEqual(before);
  });

  it('of a deposit goes into one’s own shop only', async () => {
    const path = `2026-11/${other.shop_id}/Mona/BD-1.pdf`;
    const answer = put(app, shop.manager, path, pdfBytes('x'), { bucket: 'bank-deposits' });
    expect(await refused(answer)).toEqual({ status: 404, code: 'not_found' });
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
  ])('into %s at %s is refused', async (bucket, path) => {
    const answer = put(app, shop.manager, path, pdfBytes('x'), { bucket });
    expect(await refused(answer)).toEqual({ status: 422, code: 'invalid_input' });
  });

  it('takes the type from the bytes, not from the name', async () => {
    const path = `2026-11/${shop.shop_id}/Mona/BD-2-invoice.jpg`;
    const text = new TextEncoder().encode('a renamed text file');
    for (const bytes of [text, pdfBytes('x')]) {
      const answer = put(app, shop.manager, path, bytes, { bucket: 'bank-deposits' });
      expect(await refused(answer)).toEqual({ status: 415, code: 'file_type' });
    }
  });
});

describe('opening', () => {
  type Person = (typeof PEOPLE)[number];
  /** Managers and admins read every proof of their shop (ruling G1). */
  const DESK: Person[] = ['admin', 'manager'];
  const see = async (bucket: string, file: { path: string; sha256: string }, allowed: Person[]) => {
    const ask = async (who: TestStaff) => {
      const body = { bucket, path: file.path, sha256: file.sha256 };
      const answer = await app.send('POST', '/storage/v1/object/sign', { as: who.session_id, body });
      if (answer.status !== 200) return answer.status;
      return (await app.send('GET', (await answer.json()).signed_url)).status;
    };
    const seen = await Promise.all(PEOPLE.map((person) => ask(shop[person])));
    expect(PEOPLE.filter((_, at) => seen[at] === 200).sort()).toEqual([...allowed].sort());
    expect(seen.every((status) => status === 200 || status === 404)).toBe(true);
    for (const person of PEOPLE) expect(await ask(other[person])).toBe(404);
  };

  it('a start or end of day’s receipt is for the desk and its driver, its signatures for the desk', async () => {
    for (const kind of ['start', 'end'] as const) {
      const prepare = kind === 'start' ? prepareStart : prepareEnd;
      const { command_id, input } = await prepare(app, shop, { amount_fils: 100 });
      await see('cash-handovers', input.receipt, DESK);
      expect((await sendCommand(app, kind, shop.admin, { command_id, input })).status).toBe(200);
      await see('cash-handovers', input.receipt, [...DESK, 'driver']);
      await see('cash-handovers', input.driver_signature, DESK);
      await see('cash-handovers', input.admin_signature, DESK);
    }
  });

  it('a later version of the same receipt is not the driver’s until it is pinned', async () => {
    const pinned = await prepareStart(app, shop, { amount_fils: 100 });
    expect((await sendCommand(app, 'start', shop.admin, pinned)).status).toBe(200);
    const loose = await prepareStart(app, shop, { amount_fils: 100 });
    expect(loose.input.receipt.path).toBe(pinned.input.receipt.path);
    await see('cash-handovers', loose.input.receipt, DESK);
    await see('cash-handovers', pinned.input.receipt, [...DESK, 'driver']);
  });

  it('a driving manager opens the receipt of his own handover', async () => {
    const driving = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const start = await prepareStart(app, shop, { driver: driving, amount_fils: 100 });
    expect((await sendCommand(app, 'start', shop.admin, start)).status).toBe(200);
    const body = { bucket: 'cash-handovers', ...start.input.receipt };
    const answer = await app.send('POST', '/storage/v1/object/sign', { as: driving.session_id, body });
    expect(answer.status).toBe(200);
  });

  it('collections and deposits are for the desk', async () => {
    await issue(app, shop, shop.driver, 10_000);
    const collection = await prepareCollection(app, shop, { amount_fils: 100 });
    expect((await sendCommand(app, 'collection', shop.manager, collection)).status).toBe(200);
    await see('cash-handovers', collection.input.manager_signature, DESK);
    await see('cash-handovers', collection.input.user_signature, DESK);
    const deposit = await prepareDeposit(app, shop);
    expect((await sendCommand(app, 'deposit', shop.manager, deposit)).status).toBe(200);
    for (const file of [
      deposit.input.receipt,
      deposit.input.invoice_image,
      deposit.input.manager_signature,
    ]) {
      await see('bank-deposits', file, DESK);
    }
  });
});
