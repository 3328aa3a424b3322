import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import type { Route } from '../server/operations/route.ts';
import { ROUTES } from '../server/routes.ts';
import {
  exists,
  type Import,
  readSourceFiles,
  runtimePackages,
  type SourceFile,
} from './support/source-files.ts';

/** Checks the layout of docs/architecture.md on every import. */

const files = readSourceFiles();
const product = files.filter(({ is_test }) => !is_test);
const within = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`));

/** Returns every import that breaks a rule, as `file -> specifier`. */
function breaking(from: SourceFile[], breaks: (file: SourceFile, found: Import) => boolean): string[] {
  return from.flatMap((file) =>
    file.imports
      .filter((found) => breaks(file, found))
      .map(({ specifier }) => `${file.path} -> ${specifier}`),
  );
}

const leadsInto = (folder: string, { file }: Import) => file?.startsWith(`${folder}/`) ?? false;
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

it('finds the files and imports of the project', () => {
  expect(within('contract').length).toBeGreaterThan(10);
  expect(within('server').length).toBeGreaterThan(50);
  expect(within('web').length).toBeGreaterThan(50);
  const all = product.flatMap(({ imports }) => imports);
  expect(all.filter(({ file }) => file).length).toBeGreaterThan(300);
  expect(all.some(({ value }) => !value)).toBe(true);
});

/** Files with zod schemas, which add 92 KB in the browser. */
const SCHEMA = /^contract\/(schemas\/|operations\/(.*\.schema|endpoint-schemas)\.ts$)/;
const isSchema = ({ file }: Import) => SCHEMA.test(file ?? '');

describe('boundaries', () => {
  it('the contract imports only itself, its rules no zod, hono or schemas, and its labels only labels', () => {
    expect(
      breaking(within('contract'), (_, found) => found.file !== null && !leadsInto('contract', found)),
    ).toEqual([]);
    const rules = within('contract/rules');
    expect(breaking(rules, (_, { specifier }) => /zod|hono|^node:/.test(specifier))).toEqual([]);
    expect(breaking(rules, (_, found) => isSchema(found))).toEqual([]);
    const definitions = within('contract/operations').filter(({ path }) => !SCHEMA.test(path));
    const heavy = (_: SourceFile, found: Import) => /zod|hono/.test(found.specifier) || isSchema(found);
    expect(breaking(definitions, (file, found) => found.value && heavy(file, found))).toEqual([]);
    expect(breaking(within('contract'), (_, { specifier }) => specifier.startsWith('node:'))).toEqual([]);
    const labels = within('contract/labels');
    expect(breaking(labels, (_, found) => found.value && !leadsInto('contract/labels', found))).toEqual([]);
  });

  it('server and web import the contract, never each other', () => {
    expect(breaking(within('server'), (_, found) => leadsInto('web', found))).toEqual([]);
    expect(
      breaking(within('web'), (_, found) => leadsInto('server', found) || leadsInto('database', found)),
    ).toEqual([]);
    expect(breaking(within('web'), (_, { specifier }) => specifier.startsWith('node:'))).toEqual([]);
    expect(breaking(within('server'), (_, { specifier }) => /^(react|radix-ui)/.test(specifier))).toEqual([]);
  });

  it('the web imports values from the contract’s rules, and only types from its schemas', () => {
    expect(breaking(within('web'), (_, found) => isSchema(found) && found.value)).toEqual([]);
    const typed = within('web').flatMap(({ imports }) => imports.filter(isSchema));
    expect(typed.some(({ file }) => file?.endsWith('.schema.ts'))).toBe(true);
  });

  it('the product imports no tests, benchmarks or scripts', () => {
    const shipped = ['contract', 'database', 'server', 'web'].flatMap(within);
    for (const folder of ['tests', 'bench', 'attack', 'cluster', 'scripts', 'simulator']) {
      expect(breaking(shipped, (_, found) => leadsInto(folder, found))).toEqual([]);
    }
    const testing = (_: SourceFile, { file }: Import) => /\.test\.tsx?$/.test(file ?? '');
    expect(breaking(shipped, testing)).toEqual([]);
  });

  it('the simulator imports parts of the product, but no tests and no screens', () => {
    const simulator = within('simulator');
    expect(simulator.length).toBeGreaterThan(20);
    for (const folder of [
      'tests',
      'bench',
      'attack',
      'cluster',
      'scripts',
      'web/screens',
      'web/shell',
      'web/ui',
    ]) {
      expect(breaking(simulator, (_, found) => leadsInto(folder, found))).toEqual([]);
    }
  });

  it('every import names an existing file with its extension', () => {
    expect(breaking(files, (_, { file }) => file !== null && !(/\.\w+$/.test(file) && exists(file)))).toEqual(
      // The build creates these files.
      expect.toSatisfy((broken: string[]) => broken.every((one) => one.includes('/dist/'))),
    );
  });

  it('product code imports only packages that are runtime dependencies', () => {
    const installed = runtimePackages();
    const running = ['contract', 'database', 'server', 'web'].flatMap(within);
    expect(
      breaking(running, (_, { specifier, file, value }) => {
        const outside = file === null && !specifier.startsWith('node:') && !specifier.startsWith('virtual:');
        return outside && value && !installed.includes(packageOf(specifier));
      }),
    ).toEqual([]);
  });
});

/** Layers of folders from left to right; a folder does not import others of its own layer. */
const SERVER_ORDER = [
  ['platform'],
  ['audit', 'changes'],
  ['operations'],
  ['identity', 'files', 'live'],
  ['cash'],
  ['orders', 'expenses'],
  ['devices'],
  ['deliveries', 'handovers', 'deposits', 'floats'],
  ['differences', 'voids'],
  // Carries out what a second person approves, in any of the earlier domains.
  ['approvals'],
  ['staff'],
  ['shopify', 'backup'],
  // Reads of the desk that span several domains.
  ['desk'],
  // Figures of any period, and the records behind them.
  ['reports'],
  // Retention periods and erasure.
  ['retention'],
  ['verification'],
  // Checks whether the settings work.
  ['settings'],
  // Metrics for the operator's Prometheus.
  ['monitoring'],
  ['app', 'cli'],
  ['main'],
];
const WEB_ORDER = [
  ['product-name', 'messages', 'environment'],
  ['api', 'ui'],
  ['session', 'components', 'documents'],
  // Stores deliveries of the signed-in user, with the documents made for them.
  ['offline'],
  ['commands'],
  ['live'],
  ['shell', 'screens', 'worker'],
  ['desk'],
  ['fetch-ahead', 'new-version'],
  ['screen-table', 'desk-table', 'live-ahead'],
  ['dashboard-routes', 'desk-routes'],
  ['load-dashboard', 'load-desk'],
  ['routes', 'Toasts', 'early-start'],
  ['main'],
];
/** Files next to the folders; all others belong to the layer of their own name. */
const SERVER_FILES: Record<string, string> = {
  'routes.ts': 'app',
  'web-app.ts': 'app',
  'tasks.ts': 'app',
  'serving.ts': 'main',
  'server.ts': 'main',
};

function stepOf(path: string, order: string[][]): { part: string; step: number } {
  const [, first = ''] = path.split('/');
  const part = SERVER_FILES[first] ?? first.replace(/\.tsx?$/, '');
  return { part, step: order.findIndex((parts) => parts.includes(part)) };
}

describe.each([
  ['server', SERVER_ORDER],
  ['web', WEB_ORDER],
])('the layers of %s', (folder, order) => {
  it('include every file', () => {
    const unassigned = within(folder).filter(({ path }) => stepOf(path, order).step < 0);
    expect(unassigned.map(({ path }) => path)).toEqual([]);
  });

  it('import only layers to their left', () => {
    expect(
      breaking(within(folder), ({ path }, found) => {
        if (!leadsInto(folder, found) || !/\.tsx?$/.test(found.file ?? '')) return false;
        const [here, there] = [stepOf(path, order), stepOf(found.file ?? '', order)];
        return here.part !== there.part && there.step >= here.step;
      }),
    ).toEqual([]);
  });
});

/** Layers of the folders of server/platform; a folder does not import others of its own layer. */
const PLATFORM_ORDER = [
  [],
  ['logging', 'concurrency'],
  ['settings', 'jobs'],
  ['data-directory'],
  ['secrets'],
  ['database'],
  ['embedded-postgres', 'http'],
];

it('the platform’s own files import none of its folders, and its folders only those of earlier layers', () => {
  const folderOf = (path: string) => /^server\/platform\/([^/]+)\//.exec(path)?.[1] ?? null;
  const stepOfFolder = (folder: string | null) =>
    folder === null ? 0 : PLATFORM_ORDER.findIndex((folders) => folders.includes(folder));
  const platform = within('server/platform');
  expect(platform.filter(({ path }) => stepOfFolder(folderOf(path)) < 0)).toEqual([]);
  expect(
    breaking(platform, ({ path }, { file }) => {
      if (!file?.startsWith('server/platform/')) return false;
      const [here, there] = [folderOf(path), folderOf(file)];
      return here !== there && stepOfFolder(there) >= stepOfFolder(here);
    }),
  ).toEqual([]);
});

/** Folders that are long lists by nature. */
const LISTS = ['tests', 'tests/e2e', 'tests/support', 'web/ui'];

it('no other folder has more than 25 files', () => {
  const folders = files.map(({ path }) => dirname(path));
  const long = folders.filter((folder) => folders.filter((one) => one === folder).length > 25);
  expect([...new Set(long)].sort()).toEqual(LISTS);
});

it('no files import each other in a cycle, not even for types', () => {
  expect(circlesAmong(files)).toEqual([]);
  const one = (path: string, file: string, value: boolean): SourceFile => ({
    path,
    code: '',
    imports: [{ specifier: file, file, value }],
    is_test: false,
  });
  expect(circlesAmong([one('a.ts', 'b.ts', true), one('b.ts', 'a.ts', false)])).toEqual([
    'a.ts -> b.ts -> a.ts',
  ]);
});

function circlesAmong(among: SourceFile[]): string[] {
  const imports = new Map(
    among.map(({ path, imports }) => [path, imports.flatMap(({ file }) => (file ? [file] : []))]),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of imports.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return circles;
}

describe('the parts of the web', () => {
  it('screens do not import each other', () => {
    const screenOf = (path: string) => /^web\/screens\/([^/]+)\//.exec(path)?.[1];
    expect(
      breaking(within('web/screens'), ({ path }, { file }) => {
        const there = screenOf(file ?? '');
        return there !== undefined && there !== screenOf(path);
      }),
    ).toEqual([]);
  });

  it('primitives import no router, no query library and no contract', () => {
    expect(
      breaking(
        within('web/ui'),
        (_, found) => /^(wouter|@tanstack)/.test(found.specifier) || leadsInto('contract', found),
      ),
    ).toEqual([]);
  });
});

describe('names', () => {
  it('are specific: no utils, helpers, common or index', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|shared|lib|index|types?)(\.[a-z.]+|\/)/;
    expect(files.map(({ path }) => path).filter((path) => vague.test(path))).toEqual(['database/types.ts']);
  });

  it('are imported from their own file: no file re-exports another', () => {
    const passing = product.filter(({ code }) =>
      /^\s*export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s*)?from\b/m.test(code),
    );
    expect(passing.map(({ path }) => path)).toEqual([]);
  });
});

describe('cash', () => {
  it('is accessed by server/cash only, and read by reports', () => {
    const CASH =
      /\b(cash_movements|cash_tracking(_parts)?|post_movement|apply_movement|move_cash|add_to_balance|initialise_own_balance)\b/;
    const touching = product.filter(({ code }) => CASH.test(code)).map(({ path }) => path);
    expect(touching).toContain('server/cash/movements.ts');
    expect(
      touching.filter(
        (path) =>
          !/^(server\/cash|server\/reports|bench|attack|cluster|simulator)\//.test(path) &&
          path !== 'database/types.ts' &&
          // The name of a posted movement's audit row.
          path !== 'contract/operations/audited-elsewhere.ts',
      ),
    ).toEqual([]);
    const CHANGING =
      /\b(insert into|update|delete from|insertInto|updateTable|deleteFrom)\W+cash_(movements|tracking)|post_movement\s*\(/i;
    const changing = within('server/reports').filter(({ code }) => CHANGING.test(code));
    expect(changing.map(({ path }) => path)).toEqual([]);
  });
});

describe('operations', () => {
  const mountedBy = (mount: string) =>
    within('server').flatMap(({ code }) =>
      [...code.matchAll(new RegExp(`\\b${mount}\\(\\s*app,\\s*services,\\s*'(\\w+)'`, 'g'))].map(
        ([, name]) => name as EndpointName,
      ),
    );
  const routesOf = (kind: Route['kind']) =>
    ROUTES.filter((route) => route.kind === kind).map(({ name }) => name);

  it('make all changes: any other endpoint only reads, or wakes a job', () => {
    const reading = [...routesOf('read'), ...mountedBy('addMultiTransactionEndpoint')];
    expect(reading.length).toBeGreaterThan(5);
    expect(reading.filter((name) => ENDPOINTS[name].method !== 'get').sort()).toEqual([
      // These call a store outside of every transaction, before or after an operation: `connectShopify`,
      // `endConnection`, `retryImport`.
      'connect_store',
      'disconnect_store',
      'fulfill_shopify_order',
      // The cells of a file do not fit into a URL.
      'preview_import',
      'preview_names',
      'retry_not_taken',
      'try_store',
    ]);
    const commands = Object.entries(ENDPOINTS).filter(([, { command }]) => command);
    expect(routesOf('command').sort()).toEqual(commands.map(([name]) => name).sort());
    expect([...mountedBy('addEndpoint'), ...mountedBy('addCommand')]).toEqual([]);
  });

  it('have routes as data: without the HTTP layer, and named after the operations', () => {
    const ROUTE = /\bexport const (\w+)Route = \w+Route\(\s*'(\w+)'/g;
    const routes = within('server').filter(
      ({ path, code }) => path.endsWith('/route.ts') || code.search(ROUTE) >= 0,
    );
    const HTTP = /^server\/(platform\/http\/|operations\/(add-command|mount-routes)\.ts)/;
    expect(
      breaking(
        routes,
        (_, { file, specifier, value }) => value && (HTTP.test(file ?? '') || specifier === 'hono'),
      ),
    ).toEqual([]);
    const named = within('server').flatMap(({ code }) => [...code.matchAll(ROUTE)]);
    expect(named.map(([, , name]) => name).sort()).toEqual(ROUTES.map(({ name }) => name).sort());
    const camelCase = (name = '') => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
    expect(named.filter(([, constant, name]) => constant !== camelCase(name))).toEqual([]);
  });

  it('write their audit row and their topics in one file', () => {
    const ADDING = '(insertInto|addingRows|addRow|addUnlessThere)\\s*\\(\\s*(\\w+,\\s*)?';
    const writing = (table: string) =>
      within('server')
        .filter(({ code }) => new RegExp(`${ADDING}'${table}'|insert into ${table}\\b`).test(code))
        .map(({ path }) => path);
    expect(writing('audit_events')).toEqual(['server/operations/record-change.ts']);
    expect(writing('feed')).toEqual(['server/operations/record-change.ts']);
  });
});

describe('product code', () => {
  const server = within('server');
  const runs = ['contract', 'server', 'web', 'bin'].flatMap(within);
  const matching = (pattern: RegExp, from: SourceFile[]) =>
    from.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

  it('creates neither code nor HTML from text', () => {
    const CODE = /\beval\s*\(|\bFunction\s*\(|\bset(Timeout|Interval)\(\s*['"`]|\bnode:vm\b/;
    const HTML =
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc/i;
    for (const code of ['eval(text)', 'new Function(text)', "setTimeout('alert(1)')", "from 'node:vm'"]) {
      expect(code).toMatch(CODE);
    }
    for (const code of ['element.innerHTML = text', '<p dangerouslySetInnerHTML={x} />']) {
      expect(code).toMatch(HTML);
    }
    expect(matching(CODE, runs)).toEqual([]);
    expect(matching(HTML, runs)).toEqual([]);
  });

  it('builds no regular expression from user input', () => {
    // The expressions in this file are built from constants only.
    expect(matching(/\bRegExp\s*\(/, runs)).toEqual(['contract/rules/storage-paths.ts']);
  });

  it('inserts text into SQL only for the owner’s own tables and roles, never for a request', () => {
    // All other queries are templates, whose values become parameters. `in-status` inserts statuses of the
    // contract.
    const SPLICED = /\bsql\.(raw|lit)\b|\.query(<[^>]*>)?\(\s*`[^`]*\$\{/;
    expect(matching(SPLICED, server)).toContain('server/platform/database/database-roles.ts');
    expect(
      matching(SPLICED, server).filter(
        (path) =>
          !/^server\/(backup\/|orders\/in-status\.ts|platform\/database\/(migrations\/(apply-migration|migration-records)|database-roles|sql|time-partitions)\.ts)/.test(
            path,
          ),
      ),
    ).toEqual([]);
  });

  it('writes queries in two ways only: as templates, and rows by key (decision 91)', () => {
    const BUILDER = /\.(selectFrom|insertInto|updateTable|deleteFrom|selectNoFrom)\(/;
    const shipped = ['server', 'database', 'simulator', 'attack', 'cluster', 'bench'].flatMap(within);
    expect("tx.selectFrom('orders')").toMatch(BUILDER);
    expect(matching(BUILDER, shipped)).toEqual([]);
    // Code may use a connection of `pg` itself before a database is open, or to control the connection.
    const OWN_CONNECTION = /\b(owner|client|connection|db|lane|live|holder|pool)\.query\b/;
    expect('await client.query(text)').toMatch(OWN_CONNECTION);
    const others = matching(OWN_CONNECTION, server).filter(
      (path) => !/^server\/(platform|backup)\//.test(path),
    );
    expect(others.toSorted()).toEqual([
      'server/changes/notify-servers.ts',
      'server/changes/prune-feed.ts',
      'server/cli/files/move-files-command.ts',
      'server/live/server-news.ts',
    ]);
  });

  it('starts programs only for the built-in database server, and never through a shell', () => {
    const starting = matching(/\bchild_process\b/, runs);
    expect(starting).toContain('server/platform/embedded-postgres/programs.ts');
    expect(
      starting.filter(
        (path) => !/^server\/platform\/(embedded-postgres\/[\w-]+|process-table)\.ts$/.test(path),
      ),
    ).toEqual([]);
    const SHELL = /\bshell\s*:|\{[^}]*\bexec(Sync)?\b[^}]*\}\s*from 'node:child_process'/;
    expect("import { exec } from 'node:child_process'").toMatch(SHELL);
    expect("import { execFile } from 'node:child_process'").not.toMatch(SHELL);
    expect(matching(SHELL, runs)).toEqual([]);
  });

  it('hashes with SHA-256, encrypts with AES-256-GCM, and uses Math.random for delays only', () => {
    const named = (pattern: RegExp) =>
      new Set(runs.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, name]) => name)));
    expect(named(/\bcreate(?:Hash|Hmac)\(\s*([^,)]+)/g)).toEqual(new Set(["'sha256'"]));
    expect(named(/\bhkdfSync\(\s*([^,)]+)/g)).toEqual(new Set(["'sha256'"]));
    expect(named(/\bcreate(?:Cipheriv|Decipheriv)\(\s*([^,)]+)/g)).toEqual(
      new Set(["'aes-256-gcm'", 'CIPHER']),
    );
    expect(named(/\bconst CIPHER = ([^;]+);/g)).toEqual(new Set(["'aes-256-gcm'"]));
    expect(matching(/\bMath\.random\b/, runs).sort()).toEqual([
      'server/platform/machine.ts',
      'web/environment/shared-environment.ts',
    ]);
  });

  it('reads the clock and random numbers in one file of the server, which only start-up code imports', () => {
    const TAKEN = /\bnew Date\(\)|\bDate\.now\b|\bMath\.random\b/;
    const of_server = ['server', 'database'].flatMap(within);
    expect(matching(TAKEN, of_server)).toEqual(['server/platform/machine.ts']);
    const knowing = of_server.filter(({ imports }) =>
      imports.some(({ file, value }) => value && file === 'server/platform/machine.ts'),
    );
    // Row ids come from the database object, which was opened with its source of random numbers.
    expect(matching(/\bimport\b[^;]*\b(newId|uuidv7)\b[^;]*\bfrom\b/, of_server)).toEqual([
      'server/platform/machine.ts',
    ]);
    // Secrets, and names of temporary files, directories and databases that nothing refers to.
    expect(matching(/\brandom(UUID|Bytes|Int)\b/, of_server).sort()).toEqual([
      'server/backup/back-up.ts',
      'server/backup/sealed-secrets.ts',
      'server/backup/trial-database.ts',
      'server/backup/trial-directory.ts',
      'server/files/store/directory-store.ts',
      'server/identity/passwords/passwords.ts',
      'server/identity/sessions/refresh-tokens.ts',
      'server/platform/data-directory/data-directory-lock.ts',
      'server/platform/embedded-postgres/cluster.ts',
      'server/platform/secrets/auth-secrets.ts',
      'server/platform/secrets/sealed-secrets.ts',
    ]);
    const starting = /^server\/((server|serving|tasks)\.ts|cli\/|platform\/|settings\/)|^database\/demo\//;
    expect(knowing.map(({ path }) => path).filter((path) => !starting.test(path))).toEqual([
      // The default, if the caller passes no clock.
      'server/operations/run-as.ts',
      // Servers and tests pass their own clock. `connect-store.ts` only tests a connection, at the present
      // time.
      'server/shopify/polling/sync-store.ts',
      'server/shopify/shopify-jobs.ts',
      'server/shopify/store/connect-store.ts',
      'server/shopify/store/store-session.ts',
    ]);
  });

  it('uses time, randomness, storage, locks and network only through its environment in the browser', () => {
    const TAKEN = [
      /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bperformance\.(now|timeOrigin)\b/,
      /\b(set|clear)(Timeout|Interval|Immediate)\b|\brequestIdleCallback\b|\bAbortSignal\.timeout\b/,
      /\bMath\.random\b|\bgetRandomValues\b|\brandomUUID\b|\bnewId\b|\buuidv7\b/,
      /\b(local|session)Storage\b|\bindexedDB\b|\bIDB[A-Z]\w+|\bcaches\./,
      /\bnavigator\.(locks|storage|onLine|sendBeacon)\b|\bBroadcastChannel\b/,
      /(?<![.\w])fetch\(|\b(window|globalThis|self)\.fetch\b|\bXMLHttpRequest\b|\b(WebSocket|EventSource)\b/,
    ];
    for (const code of [
      'const at = Date.now();',
      'new Date()',
      'setTimeout(run, 5)',
      'crypto.randomUUID()',
      'newId()',
      'localStorage.getItem(key)',
      'indexedDB.open(name)',
      'await navigator.locks.request(name, run)',
      'await fetch(url)',
      'new BroadcastChannel(name)',
    ]) {
      expect(TAKEN.some((pattern) => pattern.test(code))).toBe(true);
    }
    for (const code of [
      'new Date(environment.now())',
      'Date.parse(text)',
      'client.prefetch(x)',
      'timer.after(5, run)',
    ]) {
      expect(TAKEN.some((pattern) => pattern.test(code))).toBe(false);
    }
    const outside = within('web').filter(({ path }) => !path.startsWith('web/environment/'));
    expect(TAKEN.flatMap((pattern) => matching(pattern, outside))).toEqual([]);
  });

  it('receives messages from its own tabs and workers only', () => {
    // BroadcastChannel reaches tabs of the same origin. The workers are the app's own: one shrinks photos,
    // one reads files.
    expect(matching(/['"]message['"]|\bonmessage\b/, within('web')).sort()).toEqual([
      'web/components/photo/shrink-photo.ts',
      'web/components/photo/shrink-worker.ts',
      'web/desk/import/import-reader.ts',
      'web/desk/import/reader/reader-worker.ts',
      'web/environment/shared-environment.ts',
      'web/worker/service-worker.ts',
    ]);
  });
});

describe('tests that share a process', () => {
  /** A setup file of all database tests, which replaces the module for all of them. */
  const OF_ALL = 'tests/support/cheap-passwords.ts';
  const sharing = files.filter(
    ({ path, is_test }) => is_test && path !== OF_ALL && !/\.browser\.test\.tsx?$/.test(path),
  );
  const calling = (call: RegExp) => sharing.filter(({ code }) => call.test(code));

  it('restore each module that they replace', () => {
    const replacing = calling(/\bvi\.(mock|doMock)\(/);
    expect(replacing.length).toBeGreaterThan(0);
    const for_good = replacing.filter(
      ({ code }) => /\bvi\.mock\(/.test(code) || !code.includes('vi.doUnmock('),
    );
    expect(for_good.map(({ path }) => path)).toEqual([]);
  });

  it('listen for a stop of the program only in the shared helper of command-line tests', () => {
    expect(calling(/\blistenForStop\(/).map(({ path }) => path)).toEqual(['tests/support/test-cli.ts']);
  });
});
