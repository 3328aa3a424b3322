import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ShopifyTerminal, shopifyTerminal } from '../../../tests/support/shopify-terminal.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { sealedSecretProblem } from './sealed-secret-problem.ts';

let app: TestApp;
let terminal: ShopifyTerminal;

beforeAll(async () => {
  app = await createTestApp();
  terminal = await shopifyTerminal(app);
});
afterAll(async () => {
  await terminal.store.stop();
  await app.drop();
});

const OTHERS = ['a-secret-of-another-installation-that-is-long-enough'];

it('reports nothing without a store, or with the secret of this installation', async () => {
  expect(await sealedSecretProblem(app.owner, OTHERS)).toBeNull();
  expect((await terminal.connect()).code).toBe(0);
  expect(await sealedSecretProblem(app.owner, TEST_SECRETS)).toBeNull();
  expect(await sealedSecretProblem(app.owner, [...OTHERS, ...TEST_SECRETS])).toBeNull();
});

it('names the store whose secret another AUTH_SECRET does not open', async () => {
  expect(await sealedSecretProblem(app.owner, OTHERS)).toMatch(
    new RegExp(`^AUTH_SECRET is not the one that encrypted the secret of ${terminal.name}\\.myshopify\\.com`),
  );
});
