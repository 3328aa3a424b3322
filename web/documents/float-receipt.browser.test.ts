import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { readPdf } from '../../tests/support/read-pdf.ts';
import { inkPng } from '../../tests/support/sample-pictures.ts';
import { type FloatReceiptInput, makeFloatReceipt } from './float-receipt.ts';

let ink: Blob;
beforeAll(async () => {
  ink = await inkPng();
});

function sample(changes: Partial<FloatReceiptInput> = {}): FloatReceiptInput {
  return {
    product_name: 'Mandoob',
    shop_name: 'Al Barsha Fresh Market',
    shop_id: 3,
    time_zone: 'Asia/Dubai',
    reference: 'FL-1795186800123',
    direction: 'issue',
    date: new Date('2026-11-20T03:30:00Z'),
    amount_fils: 500_000,
    admin_name: 'Noura Saeed',
    manager_name: 'Mariam Haddad',
    admin_signature: { png: ink, typed: false },
    manager_signature: { png: ink, typed: true },
    ...changes,
  };
}

const textOf = async (input: FloatReceiptInput) =>
  (await readPdf(await makeFloatReceipt(input))).text.split('\n').join(' ');

describe('makeFloatReceipt', () => {
  it('states that the admin received the amount', async () => {
    const text = await textOf(sample());
    expect(text).toContain("The admin received the amount above from the safe in the manager's presence.");
    expect(text).toContain('Manager, signed by typed name');
    expect(text).not.toContain('limit');
  });

  it('above the limit, states that it counts once it is approved', async () => {
    const text = await textOf(sample({ needs_approval: true }));
    expect(text).toContain(
      'the float is recorded, and the cash leaves the safe, once a Manager or Admin who has not signed it approves it.',
    );
    expect(text).not.toContain('received the amount');
  });

  it('with long names and an approval, nothing overlaps and nothing leaves the margins', async () => {
    const long = {
      needs_approval: true,
      admin_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
      manager_name: 'عبد الرحمن بن محمد بن عبد الله '.repeat(8),
    };
    expect(faultsOf(await readPdf(await makeFloatReceipt(sample(long))))).toEqual([]);
  });
});
