import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { SERVER_BUNDLE } from '../scripts/bundle/server-bundle.ts';

/** The modules that the built server loads, and when (decision 39). */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KB = 1024;

let outputs: Metafile['outputs'] = {};

beforeAll(async () => {
  const { metafile } = await build({ ...SERVER_BUNDLE, absWorkingDir: ROOT, write: false, metafile: true });
  outputs = metafile.outputs;
});

/** Returns the output file of this source. */
function fileOf(source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (!found) throw new Error(`${source} has no output file of its own`);
  return found[0];
}

/** Returns the files that must be loaded before this one can run. */
function filesFor(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind, external } of outputs[file]?.imports ?? []) {
    if (kind === 'import-statement' && !external) filesFor(path, found);
  }
  return found;
}

/** Returns the packages loaded with this source, including external ones, and the size in KB. */
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

it('loads only the modules that start the database before it starts', () => {
  const { packages, kb } = loadedWith('server/main.ts');
  expect(packages).toEqual(expect.arrayContaining(['pg', 'pino']));
  const heavy = /^(zod|hono|@hono\/.*|graphile-worker|csv-parse|@node-rs\/argon2)$/;
  expect(packages.filter((name) => heavy.test(name))).toEqual([]);
  expect(kb).toBeGreaterThan(100);
  expect(kb).toBeLessThanOrEqual(460);
});

it('serves before it loads the queue, password hashing, imports, backup and the command line', () => {
  const { packages, kb } = loadedWith('server/serving.ts');
  expect(packages).toEqual(expect.arrayContaining(['zod', 'hono']));
  const later = /^(graphile-worker|@node-rs\/argon2|csv-parse|pg-copy-streams|commander)$/;
  expect(packages.filter((name) => later.test(name))).toEqual([]);
  expect(kb).toBeLessThanOrEqual(2_530);
});

it('bundles all packages except the one with a native library', () => {
  const outside = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind, external }) =>
      external && kind !== 'require-call' && !path.startsWith('cloudflare:') ? [path] : [],
    ),
  );
  expect([...new Set(outside)].filter((path) => !isBuiltin(path))).toEqual(['@node-rs/argon2']);
});
