import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { jpegBytes } from '../../../tests/support/test-delivery.ts';
import { deliveryPath, put, refused, stored } from '../../../tests/support/test-files.ts';
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { createLog } from '../../platform/logging/log.ts';

const logged: string[] = [];
const log = createLog('error', { write: (line) => logged.push(line) });
/** The error thrown by the store's next uploads. */
let failure: Error | null = null;
let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp({ log }, (store) => ({
    ...store,
    receive: async (...content) => {
      if (failure) throw failure;
      return store.receive(...content);
    },
  }));
  shop = await createTestShop(app.owner);
});
beforeEach(() => {
  failure = null;
  logged.length = 0;
});
afterAll(() => app.drop());

const upload = (name: string) =>
  put(app, shop.driver, deliveryPath(shop, shop.driver, `${name}/delivery-image.jpg`), jpegBytes(name));
const failing = (code: string) =>
  Object.assign(new Error(`${code}: write failed`), { code, syscall: 'write', errno: -28 });

describe('an upload', () => {
  it.each([
    ['ENOSPC', 507, 'storage_full'],
    ['EDQUOT', 507, 'storage_full'],
    ['EROFS', 503, 'storage_unavailable'],
    ['EACCES', 503, 'storage_unavailable'],
    ['EIO', 503, 'storage_unavailable'],
  ])(
    'rejected because of %s responds with %i, logs the reason, and can be repeated',
    async (code, status, problem) => {
      failure = failing(code);
      const response = await upload(code);
      expect(response.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
      expect(await refused(response)).toEqual({ status, code: problem });
      expect(logged).toHaveLength(1);
      expect(JSON.parse(logged[0] ?? '')).toMatchObject({ code: problem, err: { code } });
      failure = null;
      await stored(upload(code));
    },
  );

  it('failed by a programming error responds with 500', async () => {
    failure = new TypeError('x is undefined');
    expect(await refused(await upload('mistake'))).toEqual({ status: 500, code: 'unexpected' });
  });
});

it('a full disk of the database is logged', async () => {
  await app.database.owner.query(`
    create function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger disk_full before insert on files for each row execute function disk_full()`);
  try {
    expect(await refused(await upload('database'))).toEqual({ status: 503, code: 'unavailable' });
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ err: { code: '53100' } }]);
  } finally {
    await app.database.owner.query('drop function disk_full() cascade');
  }
});
