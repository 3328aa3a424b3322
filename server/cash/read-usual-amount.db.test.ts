import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { response as handoverDrivers } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import { response as deposits } from '../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import { response as outstandingCash } from '../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';
import { response as floats } from '../../contract/operations/desk/cash/list-floats.schema.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  recorded,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

async function read(path: string, by: { session_id: string }): Promise<unknown> {
  return (await app.send('GET', path, { as: by.session_id })).json();
}

/** Reads the usual amount of each form, with the role of its users. */
async function usual({ admin, manager }: TestShop = shop) {
  const { usual_fils } = handoverDrivers.parse(await read('/api/handovers/drivers', admin));
  return {
    ...usual_fils,
    collection: outstandingCash.parse(await read('/api/cash/outstanding', manager)).usual_fils,
    deposit: deposits.parse(await read('/api/deposits', manager)).usual_fils,
    float: floats.parse(await read('/api/floats', admin)).usual_fils,
  };
}

const NONE = { start: null, end: null, collection: null, deposit: null, float: null };

/** Books `count` amounts in each form: 1 to `count` times the form's unit. */
async function bookInEachForm(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await issue(app, shop, shop.admin, n * 10_000);
    await recorded(app, shop, 'start', await prepareStart(app, shop, { amount_fils: n * 1_000 }));
    await recorded(app, shop, 'end', await prepareEnd(app, shop, { amount_fils: n * 100 }));
    await recorded(app, shop, 'collection', await prepareCollection(app, shop, { amount_fils: n * 10 }));
    await recorded(app, shop, 'deposit', await prepareDeposit(app, shop, { amount_fils: n * 2 }));
  }
}

describe('the usual amount of a form', () => {
  it('is unknown below ten amounts, then the median of that form', async () => {
    await bookInEachForm(9);
    expect(await usual()).toEqual(NONE);
    await bookInEachForm(1);
    // The two middle values of 1, 1, 2 … 9 are 4 and 5.
    const medians = { start: 4_500, end: 450, collection: 45, deposit: 9, float: 45_000 };
    expect(await usual()).toEqual(medians);
    expect(await usual(await createTestShop(app.owner, 'Other Shop'))).toEqual(NONE);
  });

  it('uses the last 30 amounts and ignores handovers without cash', async () => {
    for (let n = 1; n <= 15; n += 1) await issue(app, shop, shop.admin, 1_000_000);
    for (let n = 1; n <= 30; n += 1) await issue(app, shop, shop.admin, n < 16 ? 100 : 300);
    await recorded(app, shop, 'start', await prepareStart(app, shop, { amount_fils: 0 }));
    expect(await usual()).toMatchObject({ float: 200, start: null });
  });
});
