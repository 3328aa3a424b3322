import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask, makeDataDirectory } from '../../../tests/support/embedded-postgres-harness.ts';
import { ensureRequestRole } from './database-roles.ts';
import { databaseTroubleAt } from './database-trouble.ts';
import { requestUrlOf } from './pools.ts';

/** A cluster of its own: roles belong to the whole cluster, and these tests remove one. */
let place: Awaited<ReturnType<typeof makeDataDirectory>>;
let owner_url: string;
beforeAll(async () => {
  place = await makeDataDirectory();
  owner_url = (await place.start()).owner_url;
});
afterAll(() => place.end());
beforeEach(() => ask(owner_url, 'drop role if exists mandoob_request'));

async function withOwner<T>(work: (owner: pg.Client) => Promise<T>, url = owner_url): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

test('servers that start at the same time make the request role once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => withOwner((owner) => ensureRequestRole(owner))));
  expect(await ask(owner_url, "select rolcanlogin from pg_roles where rolname = 'mandoob_request'")).toEqual([
    { rolcanlogin: false },
  ]);
});

test('without a login of its own, every connection takes the request role at once and cannot leave it', async () => {
  await withOwner((owner) => ensureRequestRole(owner));
  const name = 'select current_user as name';
  expect(await ask(requestUrlOf(owner_url), name)).toEqual([{ name: 'mandoob_request' }]);
  await withOwner(async (request) => {
    await request.query('set role none; reset role');
    expect((await request.query(name)).rows).toEqual([{ name: 'mandoob_request' }]);
  }, requestUrlOf(owner_url));
});

test('with a login, its password is set anew each time', async () => {
  const url = new URL(owner_url);
  url.username = 'mandoob_request';
  for (const password of ['one-password', 'another_password']) {
    await withOwner((owner) => ensureRequestRole(owner, { password }));
    url.password = password;
    expect(await ask(url.href, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
  url.password = 'one-password';
  await expect(ask(url.href, 'select 1')).rejects.toThrow(/password/);
});

test('a user who may not make roles is told what an administrator has to run, and that is enough', async () => {
  await ask(owner_url, "create role little login password 'little' nocreaterole");
  const url = new URL(owner_url);
  url.username = 'little';
  url.password = 'little';
  const failure = await withOwner(
    (owner) => ensureRequestRole(owner).catch((error: Error) => error),
    url.href,
  );
  const statements = /administrator: (.+)$/.exec(String(failure))?.[1];
  expect(statements).toBe('create role mandoob_request nologin; grant mandoob_request to little;');
  // Told without trying it, as every other right that a server's start needs.
  const told = async () => {
    const trouble = await databaseTroubleAt(url.href);
    return { trouble, statements: /administrator: (.+)$/.exec(String(trouble))?.[1] };
  };
  expect(await told()).toMatchObject({ statements });
  await ask(owner_url, 'create role mandoob_request nologin');
  expect(await told()).toMatchObject({ statements: 'grant mandoob_request to little;' });
  await ask(owner_url, 'drop role mandoob_request');
  await ask(owner_url, String(statements));
  await withOwner((owner) => ensureRequestRole(owner), url.href);
  const tables = (await told()).statements;
  expect(tables).toBe('grant create on schema public to little;');
  await ask(owner_url, String(tables));
  expect(await told()).toEqual({ trouble: null, statements: undefined });
  expect(await ask(requestUrlOf(url.href), 'select current_user as name')).toEqual([
    { name: 'mandoob_request' },
  ]);
});
