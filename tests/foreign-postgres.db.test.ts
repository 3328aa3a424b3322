/** @module-tag servers */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, openInstallation } from '../server/cli/open-installation.ts';
import { ensureRequestRole } from '../server/platform/database/database-roles.ts';
import { readMigrations } from '../server/platform/database/migrations/migration-records.ts';
import { isMigrated, migrate } from '../server/platform/database/migrations/migrations.ts';
import { openPools, type Pools, requestUrlOf } from '../server/platform/database/pools.ts';
import { openConfiguredDatabase } from '../server/platform/embedded-postgres/configured-database.ts';
import { errorText } from '../server/platform/error-text.ts';
import { runStatement } from './support/embedded-postgres-harness.ts';
import { type ForeignPostgres, installedPostgres, startForeignPostgres } from './support/foreign-postgres.ts';

const installed = await installedPostgres();
if (!installed)
  console.log('Skipped the tests of a foreign PostgreSQL: version 15 or newer is not installed.');

/** The machine's own PostgreSQL as DATABASE_URL, with an owner who is not a superuser. */
describe.runIf(installed)(`on PostgreSQL ${installed?.version ?? '(none)'} of this machine`, () => {
  let server: ForeignPostgres;
  let owner_url: string;
  let pools: Pools;

  beforeAll(async () => {
    if (!installed) return;
    server = await startForeignPostgres(installed);
    await runStatement(server.superuser_url, "create role shop_owner login createrole password 'shop'");
    await runStatement(server.superuser_url, 'create database shop owner shop_owner');
    const url = new URL(server.superuser_url);
    url.username = 'shop_owner';
    url.password = 'shop';
    url.pathname = '/shop';
    owner_url = url.href;
    pools = openPools({ owner_url, request_url: requestUrlOf(owner_url) });
  });
  afterAll(async () => {
    await pools?.close();
    await server?.stop();
  });

  test('the statements and settings of the document create two logins without extra rights for the owner', async () => {
    const page = await pageFor(server.superuser_url);
    for (const statement of page.statements) await runStatement(server.superuser_url, statement);
    const database = await openDatabase({}, page.env);
    await database.close();
    const installation = await openInstallation('shared', page.env);
    try {
      expect(await installation.checkRequests()).toEqual({ login: 'own', pooled: false });
    } finally {
      await installation.close();
    }
    for (const what of ['database page', 'role mandoob_request', 'role page_owner']) {
      await runStatement(server.superuser_url, `drop ${what}`);
    }
  });

  test('two servers that start concurrently create role and schema', async () => {
    const other = openPools({ owner_url, request_url: requestUrlOf(owner_url) });
    await Promise.all(
      [pools, other].map(async ({ owner }) => {
        await ensureRequestRole(owner);
        await migrate(owner);
      }),
    );
    await other.close();
    expect(await isMigrated(pools.owner, await readMigrations())).toBe(true);
  });

  test('requests run as neither owner nor superuser and see nothing without a session', async () => {
    await pools.owner.query("insert into shops (name) values ('Shop')");
    const { rows } = await pools.request.query(
      'select current_user as name, (select count(*) from shops) as shops',
    );
    expect(rows).toEqual([{ name: 'mandoob_request', shops: 0 }]);
    const { rows: all } = await pools.owner.query('select count(*) as shops from shops');
    expect(all).toEqual([{ shops: 1 }]);
  });

  test('a connection that leaves its role cannot begin a request', async () => {
    const client = await pools.request.connect();
    try {
      await client.query('select from begin_request(gen_random_uuid())');
      await client.query('set role none');
      await expect(client.query('select from begin_request(gen_random_uuid())')).rejects.toThrow(
        'requests must run as mandoob_request, and this one runs as shop_owner',
      );
    } finally {
      client.release(true);
    }
  });

  test('requests cannot write cash', async () => {
    await expect(pools.request.query('delete from cash_movements')).rejects.toThrow('permission denied');
    await expect(pools.request.query('update cash_tracking_parts set shop_id = 1')).rejects.toThrow(
      'permission denied',
    );
  });

  describe('with a login of its own for requests', () => {
    let request_url: string;
    let close: (() => Promise<void>)[] = [];

    async function open(database_request_url = request_url) {
      const opened = await openConfiguredDatabase(
        { database_url: owner_url, database_request_url },
        async () => {
          throw new Error('the built-in database was started');
        },
      );
      close.push(opened.close);
      return opened;
    }
    afterEach(async () => {
      for (const each of close) await each();
      close = [];
    });
    beforeAll(() => {
      const url = new URL(owner_url);
      url.username = 'mandoob_request';
      url.password = 'own';
      request_url = url.href;
    });

    test('requests sign in with it, with its limits and without start-up options', async () => {
      await runStatement(server.superuser_url, "alter role mandoob_request login password 'own'");
      const { pools, checkRequests } = await open();
      expect(await checkRequests()).toEqual({ login: 'own', pooled: false });
      const { rows } = await pools.request.query(
        "select session_user as name, current_setting('role') as role, current_setting('statement_timeout') as timeout",
      );
      expect(rows).toEqual([{ name: 'mandoob_request', role: 'none', timeout: '20s' }]);
    });

    test('a role that bypasses row-level security is rejected, with the statement that revokes it', async () => {
      await runStatement(server.superuser_url, 'alter role mandoob_request bypassrls');
      const statements = /administrator: (.+)$/.exec(await open().then(String, String))?.[1];
      expect(statements).toMatch(/^alter role mandoob_request nosuperuser nobypassrls [a-z ]+;$/);
      await runStatement(server.superuser_url, String(statements));
      await open();
    });

    test('another login and another database are refused with the name of the setting', async () => {
      await runStatement(server.superuser_url, "create role somebody login password 'own'");
      const url = new URL(request_url);
      url.username = 'somebody';
      const refusal = async (url: string) => (await open(url)).checkRequests().then(String, errorText);
      expect(await refusal(url.href)).toBe(
        'DATABASE_REQUEST_URL: it signs in as somebody instead of mandoob_request',
      );
      url.username = 'mandoob_request';
      url.pathname = '/postgres';
      expect(await refusal(url.href)).toMatch(
        /^DATABASE_REQUEST_URL: the database at 127.0.0.1:\d+ is not the database of DATABASE_URL$/,
      );
    });
  });
});

/**
 * Reads statements and settings from docs/operate/postgres.md for the server at `url`, with other names for
 * database and owner.
 */
async function pageFor(url: string): Promise<{ statements: string[]; env: Record<string, string> }> {
  const text = await readFile(new URL('../docs/operate/postgres.md', import.meta.url), 'utf8');
  const block = (language: string) => {
    const found = new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, 's').exec(text)?.[1] ?? '';
    return found.replaceAll(/\bshop(?=\b|_owner)/g, 'page').replaceAll('db.example:5432', new URL(url).host);
  };
  const settings = block('sh').trim().split('\n');
  return {
    statements: block('sql').split(';\n').filter(Boolean),
    env: Object.fromEntries(
      settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
  };
}
