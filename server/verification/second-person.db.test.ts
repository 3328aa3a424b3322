import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillBook } from '../../tests/support/full-book.ts';
import { addSecondPerson } from '../../tests/support/second-person-book.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from './verify-cash.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

it('reports no difference in a book with approvals, differences, settlements and voids', async () => {
  const shop = await createTestShop(app.owner);
  await fillBook(app, shop);
  await addSecondPerson(app, shop);
  expect(await verifyCash(app.owner)).toEqual([]);
});
