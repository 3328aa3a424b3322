import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { createBrowserEnvironment } from '../../environment/browser-environment.ts';
import type { Environment } from '../../environment/environment.ts';
import { createDrafts, EMPTY_DRAFT } from './drafts.ts';

const PHOTO = new Blob([new Uint8Array(400_000)], { type: 'image/jpeg' });
const [user_id, order_id] = [newId(), newId()];

let environment: Environment;
let drafts: ReturnType<typeof createDrafts>;

beforeEach(() => {
  environment = createBrowserEnvironment(`drafts-${newId()}`);
  drafts = createDrafts(environment);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await environment.store.close();
});

const save = (changes: Parameters<ReturnType<typeof createDrafts>['save']>[2]) =>
  drafts.save(user_id, order_id, changes);
const read = () => drafts.read(user_id, order_id);

test('a draft contains the last saved value of each field', async () => {
  await save({ photo: PHOTO });
  await save({ customer_name: 'Layla', tender: 'cash' });
  expect(await drafts.draftedOrderIds(user_id)).toEqual([order_id]);
  expect(await read()).toMatchObject({ ...EMPTY_DRAFT, photo: {}, customer_name: 'Layla', tender: 'cash' });
  expect((await read()).photo).toMatchObject({ size: 400_000, type: 'image/jpeg' });
  await save({ photo: null });
  expect(await read()).toEqual({ ...EMPTY_DRAFT, customer_name: 'Layla', tender: 'cash' });
});

test('a keystroke does not write the photo again', async () => {
  await save({ photo: PHOTO });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await save({ customer_name: 'L' });
  expect(put).toHaveBeenCalled();
  for (const [value] of put.mock.calls) {
    const parts = Object.values(value as object).flatMap((part) => [part, ...Object.values(part ?? {})]);
    expect(parts.some((part) => part instanceof ArrayBuffer)).toBe(false);
  }
  expect((await read()).photo).toMatchObject({ size: 400_000 });
});

test('clearing a draft also deletes its photo', async () => {
  await save({ photo: PHOTO, customer_name: 'Layla' });
  await drafts.clear(user_id, order_id);
  expect(await drafts.draftedOrderIds(user_id)).toEqual([]);
  await save({ customer_name: 'Omar' });
  expect(await read()).toEqual({ ...EMPTY_DRAFT, customer_name: 'Omar' });
});
