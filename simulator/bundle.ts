import { readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { SeededBug } from './seeded-bugs/seeded-bug.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The files of a bundle: the worker's program, the program of every tab, and that of every phone's service
 * worker.
 */
export type Bundle = { worker: string; tab: string; background: string };

/**
 * Bundles the simulator with the product below `build/simulator-<name>`. With a bug, replaces its text in the
 * product's source. Throws if the source does not contain that text exactly once, so that every
 * bug takes effect.
 */
export async function makeBundle(name: string, bug: SeededBug | null = null): Promise<Bundle> {
  // Two folders below the root, like the server's bundle: code locates the project relative to its own file.
  const folder = join(ROOT, 'build', `simulator-${name}`);
  await rm(folder, { recursive: true, force: true });
  const seeding = { is_done: false };
  const common = {
    bundle: true,
    absWorkingDir: ROOT,
    target: 'node20.19',
    sourcemap: 'inline',
    logLevel: 'warning',
  } as const;
  const worker = join(folder, 'worker.mjs');
  const [tab, background] = [join(folder, 'tab.js'), join(folder, 'background.js')];
  await build({
    ...common,
    entryPoints: ['simulator/worker.ts'],
    outfile: worker,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [ownIds(), bugSeeding(bug, seeding)],
  });
  for (const [entry, outfile] of [
    ['simulator/phone/tab-program.ts', tab],
    ['simulator/phone/background-program.ts', background],
  ] as const) {
    await build({
      ...common,
      entryPoints: [entry],
      outfile,
      platform: 'browser',
      format: 'iife',
      globalName: 'tab',
      plugins: [ownIds(), ownTab(), bugSeeding(bug, seeding)],
    });
  }
  if (bug && 'file' in bug && !seeding.is_done) throw new Error(`${bug.file} is not part of the simulation`);
  return { worker, tab, background };
}

export async function removeBundle({ worker }: Bundle): Promise<void> {
  await rm(dirname(worker), { recursive: true, force: true });
}

/** Replaces the package `uuidv7`, which buffers random bytes. */
function ownIds(): Plugin {
  return {
    name: 'own-ids',
    setup(bundling) {
      const path = join(ROOT, 'simulator', 'seeded-uuidv7.ts');
      bundling.onResolve({ filter: /^uuidv7$/ }, () => ({ path }));
    },
  };
}

const PAPERS =
  /web[\\/]documents[\\/](?:delivery[\\/])?(correction-document|delivery-note|handover-receipt|deposit-receipt|float-receipt|order-payment-receipt|settlement-receipt|void-document)\.ts$/;

const USABLE_AFTER_MS = 700;

/** Replaces the browser environment of the tab, and the PDF documents by stubs that cost nothing. */
function ownTab(): Plugin {
  return {
    name: 'own-tab',
    setup(bundling) {
      const macros = join(ROOT, 'simulator', 'phone', 'lingui-stubs.ts');
      bundling.onResolve({ filter: /^@lingui\/core\/macro$/ }, () => ({ path: macros }));
      bundling.onLoad({ filter: /web[\\/]environment[\\/]this-tab\.ts$/ }, () => ({
        contents: `import { announceAnyVersion } from './tab-locks.ts';
export const thisTab = environment;
announceAnyVersion(thisTab);`,
        resolveDir: join(ROOT, 'web', 'environment'),
        loader: 'ts',
      }));
      // Without screens, no code reports when the first screen is usable.
      bundling.onLoad({ filter: /web[\\/]ui[\\/]usable\.ts$/ }, () => ({
        contents: `export const firstUsable = new Promise((resolve) => environment.timer.after(${USABLE_AFTER_MS}, resolve));`,
        loader: 'ts',
      }));
      bundling.onLoad({ filter: /web[\\/]product-name\.ts$/ }, () => ({
        contents: "export const PRODUCT_NAME = 'Mandoob';",
        loader: 'ts',
      }));
      const documents = join(ROOT, 'simulator', 'phone', 'document-stubs.ts');
      bundling.onLoad({ filter: PAPERS }, () => ({
        contents: `export * from ${JSON.stringify(documents)};`,
        resolveDir: ROOT,
        loader: 'ts',
      }));
    },
  };
}

function bugSeeding(bug: SeededBug | null, seeding: { is_done: boolean }): Plugin {
  return {
    name: 'bug-seeding',
    setup(bundling) {
      if (!bug || !('file' in bug)) return;
      bundling.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (relative(ROOT, path).replaceAll('\\', '/') !== bug.file) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(bug.finds).length !== 2) {
          throw new Error(`${bug.file} does not contain this text exactly once: ${bug.finds}`);
        }
        seeding.is_done = true;
        return { contents: source.replace(bug.finds, () => bug.puts), loader: 'ts' };
      });
    },
  };
}
