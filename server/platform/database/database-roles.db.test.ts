import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyDataDirectory, runStatement } from '../../../tests/support/embedded-postgres-harness.ts';
import { ensureRequestLogin, ensureRequestRole } from './database-roles.ts';
import { databaseTroubleAt } from './database-trouble.ts';
import { requestUrlOf } from './pools.ts';

/** A separate cluster: roles belong to the whole cluster, and these tests remove one. */
let place: Awaited<ReturnType<typeof copyDataDirectory>>;
let owner_url: string;
beforeAll(async () => {
  place = await copyDataDirectory();
  owner_url = (await place.start()).owner_url;
});
afterAll(() => place.end());
beforeEach(() => runStatement(owner_url, 'drop role if exists mandoob_request, mandoob_group'));

async function withOwner<T>(work: (owner: pg.Client) => Promise<T>, url = owner_url): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

test('servers that start concurrently create the request role once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => withOwner((owner) => ensureRequestRole(owner))));
  expect(
    await runStatement(owner_url, "select rolcanlogin from pg_roles where rolname = 'mandoob_request'"),
  ).toEqual([{ rolcanlogin: false }]);
});

test('without a separate login, every connection starts in the request role and cannot leave it', async () => {
  await withOwner((owner) => ensureRequestRole(owner));
  const name = 'select current_user as name';
  expect(await runStatement(requestUrlOf(owner_url), name)).toEqual([{ name: 'mandoob_request' }]);
  await withOwner(async (request) => {
    await request.query('set role none; reset role');
    expect((await request.query(name)).rows).toEqual([{ name: 'mandoob_request' }]);
  }, requestUrlOf(owner_url));
});

test('with a login, its password is set at each start', async () => {
  const url = new URL(owner_url);
  url.username = 'mandoob_request';
  for (const password of ['one-password', 'another_password']) {
    await withOwner((owner) => ensureRequestRole(owner, { password }));
    url.password = password;
    expect(await runStatement(url.href, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
  url.password = 'one-password';
  await expect(runStatement(url.href, 'select 1')).rejects.toThrow(/password/);
});

test('a user who cannot create roles gets the statements for an administrator, and they suffice', async () => {
  await runStatement(owner_url, "create role little login password 'little' nocreaterole");
  const url = new URL(owner_url);
  url.username = 'little';
  url.password = 'little';
  const failure = await withOwner(
    (owner) => ensureRequestRole(owner).catch((error: Error) => error),
    url.href,
  );
  const statements = /administrator: (.+)$/.exec(String(failure))?.[1];
  expect(statements).toBe('create role mandoob_request nologin; grant mandoob_request to little;');
  // This check attempts nothing. It reports all rights that the start of a server needs.
  const reported = async () => {
    const trouble = await databaseTroubleAt(url.href);
    return { trouble, statements: /administrator: (.+)$/.exec(String(trouble))?.[1] };
  };
  expect(await reported()).toMatchObject({ statements });
  await runStatement(owner_url, 'create role mandoob_request nologin');
  expect(await reported()).toMatchObject({ statements: 'grant mandoob_request to little;' });
  await runStatement(owner_url, 'drop role mandoob_request');
  await runStatement(owner_url, String(statements));
  await withOwner((owner) => ensureRequestRole(owner), url.href);
  const tables = (await reported()).statements;
  expect(tables).toBe('grant create on schema public to little;');
  await runStatement(owner_url, String(tables));
  expect(await reported()).toEqual({ trouble: null, statements: undefined });
  expect(await runStatement(requestUrlOf(url.href), 'select current_user as name')).toEqual([
    { name: 'mandoob_request' },
  ]);
});

describe('a separate request login on an external PostgreSQL', () => {
  const LIMITS = `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
    current_setting('idle_in_transaction_session_timeout') as limits`;

  function addressOf(username: string, password: string): string {
    const url = new URL(owner_url);
    url.username = username;
    url.password = password;
    return url.href;
  }

  /** Returns the statements that the error lists for an administrator. */
  async function listedStatements(url = owner_url): Promise<string | undefined> {
    const failure = await withOwner((owner) => ensureRequestLogin(owner).catch(String), url);
    return /^Error: The login of DATABASE_REQUEST_URL is not set up.+administrator.*?: (.+)$/.exec(
      String(failure),
    )?.[1];
  }

  test('has its limits in the database once it has a password', async () => {
    await Promise.all(Array.from({ length: 4 }, () => withOwner((owner) => ensureRequestLogin(owner))));
    await runStatement(owner_url, "alter role mandoob_request password 'own'");
    await withOwner((owner) => ensureRequestLogin(owner));
    expect(await runStatement(addressOf('mandoob_request', 'own'), LIMITS)).toEqual([
      { limits: '20s 10s 15s' },
    ]);
  });

  test('is made from the role without login, and existing limits stay', async () => {
    await withOwner((owner) => ensureRequestRole(owner));
    await runStatement(
      owner_url,
      "alter role mandoob_request password 'own'; alter role mandoob_request set lock_timeout = '3s'",
    );
    await withOwner((owner) => ensureRequestLogin(owner));
    expect(await runStatement(addressOf('mandoob_request', 'own'), LIMITS)).toEqual([
      { limits: '20s 3s 15s' },
    ]);
  });

  test('must be created by an administrator if the owner cannot, with one complete list of statements', async () => {
    await runStatement(owner_url, "create role modest login password 'modest' nocreaterole");
    const modest = addressOf('modest', 'modest');
    const statements = await listedStatements(modest);
    expect(statements).toMatch(
      /^create role mandoob_request login password '…' nosuperuser .+; alter role mandoob_request in database mandoob set statement_timeout = '20s'; .+;$/,
    );
    await runStatement(owner_url, String(statements).replace('…', 'own'));
    await withOwner((owner) => ensureRequestLogin(owner), modest);
    expect(await runStatement(addressOf('mandoob_request', 'own'), LIMITS)).toEqual([
      { limits: '20s 10s 15s' },
    ]);
  });

  test('is rejected with excess rights until they are revoked', async () => {
    await withOwner((owner) => ensureRequestLogin(owner));
    await runStatement(owner_url, 'create role mandoob_group; grant mandoob_group to mandoob_request');
    const statements = await listedStatements();
    expect(statements).toBe('revoke mandoob_group from mandoob_request;');
    await runStatement(owner_url, String(statements));
    expect(await listedStatements()).toBeUndefined();
  });
});
