import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fileSegment, MAX_SEGMENT_BYTES } from './names.ts';
import { collectionReference } from './references.ts';
import {
  collectionPaths,
  DELIVERY_IMAGE,
  deliveryFolder,
  deliveryNoteName,
  depositPaths,
  parseCashPath,
  parseDeliveryPath,
} from './storage-paths.ts';

const ORDER_ID = '019a0000-0000-7000-8000-000000000001';

describe('a path of a delivery', () => {
  it('contains the shop, driver, month in the shop’s time zone, and order', () => {
    const delivery = { shop_id: 3, driver_id: 12, order_id: ORDER_ID, order_number: '1001' };
    // Already December in Dubai.
    const folder = deliveryFolder({
      ...delivery,
      delivered_at: '2026-11-30T21:00:00Z',
      time_zone: 'Asia/Dubai',
    });
    expect(folder).toBe('3/12/2026-12/1001/');
    expect(parseDeliveryPath(folder + DELIVERY_IMAGE)).toEqual({
      shop_id: 3,
      driver_id: 12,
      month: '2026-12',
      order: '1001',
      file: 'delivery-image.jpg',
    });
  });

  it('contains the record’s id if no character of the order number is allowed in a path', () => {
    expect(deliveryNoteName({ order_id: ORDER_ID, order_number: '#/..' })).toBe(`${ORDER_ID}.pdf`);
  });

  it('is accepted by the server for any order (property)', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.integer({ min: 1, max: 999_999_999 }),
        (order_number, id) => {
          const order = { order_id: ORDER_ID, order_number };
          const folder = deliveryFolder({
            ...order,
            shop_id: id,
            driver_id: id,
            delivered_at: '2026-11-20T10:00:00Z',
            time_zone: 'UTC',
          });
          for (const file of [DELIVERY_IMAGE, deliveryNoteName(order)]) {
            const parsed = parseDeliveryPath(folder + file);
            expect(parsed).toMatchObject({ shop_id: id, order: fileSegment(order_number, ORDER_ID), file });
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is the same when removed characters separated the parts of a composed character', () => {
    // Two jamo become one syllable once the space between them is removed.
    const segment = fileSegment('\u1112 \u1161', 'none');
    expect(segment).toBe('\ud558');
    expect(fileSegment(segment, 'none')).toBe(segment);
  });

  it('is rejected if it has another shape', () => {
    const long = 'x'.repeat(MAX_SEGMENT_BYTES + 1);
    for (const path of [
      '',
      '3/12/2026-11/1001/delivery-image.gif',
      '3/12/2026-11/1001/more/delivery-image.jpg',
      '03/12/2026-11/1001/delivery-image.jpg',
      '0/12/2026-11/1001/delivery-image.jpg',
      '3/12/2026-00/1001/delivery-image.jpg',
      '3/12/2026-11/../delivery-image.jpg',
      `3/12/2026-11/${long}/delivery-image.jpg`,
      `3/12/2026-11/1001/${long}.pdf`,
      '/3/12/2026-11/1001/delivery-image.jpg',
      '3/12/2026-11/1001/delivery-image.jpg ',
    ]) {
      expect({ path, parsed: parseDeliveryPath(path) }).toEqual({ path, parsed: null });
    }
  });
});

test('the paths of a collection’s signatures contain its whole reference, including the time', () => {
  const staff = '019a0000-0000-7000-8000-000000000001';
  const manager = '019a0000-0000-7000-8000-000000000002';
  const at = new Date('2026-11-20T11:37:33.878Z');
  const paths = collectionPaths({ handover_reference: collectionReference(staff, manager, at) });
  const ref = `${staff}_${manager}_2026-11-20T113733878Z`;
  expect(paths).toEqual({
    manager_signature: `signatures/manager_${ref}.png`,
    user_signature: `signatures/user_${ref}.png`,
  });
  for (const path of Object.values(paths)) {
    expect(parseCashPath('cash-handovers', path)).toEqual({ kind: 'collection' });
  }
});

test.each([
  ['عبد الرحمن السويدي', 'عبدالرحمنالسويدي'],
  [`${'Maximilian-Alexander '.repeat(6)}von Hohenzollern`, 'Maximilian-Alexander'.repeat(6).slice(0, 80)],
])('the files of a deposit of %s are in a folder of that name, cut to 80 bytes', (manager_name, segment) => {
  const paths = depositPaths({
    shop_id: 3,
    manager_id: ORDER_ID,
    manager_name,
    reference: 'BD-1795186800123',
    deposited_at: '2026-11-20T17:05:00Z',
    time_zone: 'Asia/Dubai',
  });
  expect(paths.receipt).toBe(`2026-11/3/${segment}/BD-1795186800123.pdf`);
  for (const path of Object.values(paths)) {
    expect(parseCashPath('bank-deposits', path)).toEqual({ kind: 'deposit', shop_id: 3 });
  }
});
