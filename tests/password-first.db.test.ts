import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { GOOD_BODIES, GOOD_QUERIES } from './support/samples.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await app.owner.updateTable('users').set({ must_change_password: true }).execute();
});
afterAll(() => app.drop());

const endpoints = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];

it.each(endpoints)('%s requires that a password set by another user was changed', async (name, endpoint) => {
  const { method, path, access } = endpoint;
  const role = Array.isArray(access) ? String(access[0]) : 'Driver';
  const person = { Driver: shop.driver, Manager: shop.manager, Admin: shop.admin }[role] ?? shop.driver;
  const body = (GOOD_BODIES as Record<string, unknown>)[name];
  const address = path
    .replace('{bucket}', 'order-deliveries')
    .replace('{path}', `${shop.shop_id}/${shop.driver.driver_id}/2026-11/1/delivery-image.jpg`)
    .replace(/\{\w+\}/g, newId());
  const query = GOOD_QUERIES[name] ?? '';
  const response = await app.send(method.toUpperCase(), address + query, {
    as: person.session_id,
    headers: { 'idempotency-key': newId() },
    ...(body === undefined ? {} : { body }),
  });
  const code = ((await response.json()) as { code?: string }).code;
  if (endpoint.any_password) expect(code).not.toBe('password_change_required');
  else expect({ status: response.status, code }).toEqual({ status: 403, code: 'password_change_required' });
});
