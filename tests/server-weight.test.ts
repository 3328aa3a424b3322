import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { SERVER_BUNDLE } from '../scripts/bundle/server-bundle.ts';

/** What the built server loads, and when (decision 39). */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KB = 1024;

let outputs: Metafile['outputs'] = {};

beforeAll(async () => {
  const { metafile } = await build({ ...SERVER_BUNDLE, absWorkingDir: ROOT, write: false, metafile: true });
  outputs = metafile.outputs;
});

/** The file that is made of this source. */
function fileOf(source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (!found) throw new Error(`${source} is no file of its own`);
  return found[0];
}

/** The files that have to be there before this one can run. */
function filesFor(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind, external } of outputs[file]?.imports ?? []) {
    if (kind === 'import-statement' && !external) filesFor(path, found);
  }
  return found;
}

/** What is loaded with this source: its packages, those that are not inside included, and KB. */
function loadedWith(source: string) {
  const files = [...filesFor(fileOf(source))].map((file) => outputs[file]);
  const inside = files.flatMap((file) => Object.keys(file?.inputs ?? {}));
  const outside = files.flatMap((file) => file?.imports ?? []).filter(isOutside);
  const packages = [...inside, ...outside.map(({ path }) => `node_modules/${path}`)].flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const bytes = files.reduce((sum, file) => sum + (file?.bytes ?? 0), 0);
  return { packages: [...new Set(packages)], kb: bytes / KB };
}

function isOutside({ path, kind, external }: { path: string; kind: string; external?: boolean }): boolean {
  return external === true && kind === 'import-statement' && !isBuiltin(path);
}

it('loads no more than what starts the database, before it does', () => {
  const { packages, kb } = loadedWith('server/main.ts');
  expect(packages).toEqual(expect.arrayContaining(['pg', 'pino']));
  const heavy = /^(zod|hono|@hono\/.*|graphile-worker|csv-parse|@node-rs\/argon2)$/;
  expect(packages.filter((name) => heavy.test(name))).toEqual([]);
  expect(kb).toBeGreaterThan(100);
  expect(kb).toBeLessThanOrEqual(460);
});

it('answers before it loads the queue, what hashes passwords, imports, backup and the command line', () => {
  const { packages, kb } = loadedWith('server/serving.ts');
  expect(packages).toEqual(expect.arrayContaining(['zod', 'hono']));
  const later = /^(graphile-worker|@node-rs\/argon2|csv-parse|pg-copy-streams|commander)$/;
  expect(packages.filter((name) => later.test(name))).toEqual([]);
  expect(kb).toBeLessThanOrEqual(2_450);
});

it('has all packages inside but the one that is made for the machine', () => {
  const outside = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind, external }) =>
      external && kind !== 'require-call' && !path.startsWith('cloudflare:') ? [path] : [],
    ),
  );
  expect([...new Set(outside)].filter((path) => !isBuiltin(path))).toEqual(['@node-rs/argon2']);
});
