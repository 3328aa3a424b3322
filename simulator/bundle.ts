import { readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { PlantedBug } from './planted/planted-bug.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a worker runs: its own program, and what it starts in every tab, and in every service worker of a phone. */
export type Bundle = { worker: string; tab: string; background: string };

/**
 * Bundles the simulator with the product in it, below `build/simulator-<name>`; with a bug, its text is changed in the product's
 * source on the way. Throws when the source does not have that text, so that no bug is planted beside the product.
 */
export async function makeBundle(name: string, bug: PlantedBug | null = null): Promise<Bundle> {
  // Two folders down, as the server's own bundle: code finds the project by its own place.
  const folder = join(ROOT, 'build', `simulator-${name}`);
  await rm(folder, { recursive: true, force: true });
  const planted = { is_planted: false };
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
    plugins: [ownIds(), planting(bug, planted)],
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
      plugins: [ownIds(), ownTab(), planting(bug, planted)],
    });
  }
  if (bug && 'file' in bug && !planted.is_planted)
    throw new Error(`${bug.file} is no part of the simulation`);
  return { worker, tab, background };
}

export async function removeBundle({ worker }: Bundle): Promise<void> {
  await rm(dirname(worker), { recursive: true, force: true });
}

/** UUIDs without a package that keeps chance ahead. */
function ownIds(): Plugin {
  return {
    name: 'own-ids',
    setup(bundling) {
      const path = join(ROOT, 'simulator', 'seeded-uuidv7.ts');
      bundling.onResolve({ filter: /^uuidv7$/ }, () => ({ path }));
    },
  };
}

const PAPERS = /web[\\/]documents[\\/](delivery-note|handover-receipt|deposit-receipt|float-receipt)\.ts$/;

const USABLE_AFTER_MS = 700;

/** The world that the tab is given in place of the browser's, and documents that cost nothing. */
function ownTab(): Plugin {
  return {
    name: 'own-tab',
    setup(bundling) {
      const words = join(ROOT, 'simulator', 'phone', 'unsaid-words.ts');
      bundling.onResolve({ filter: /^@lingui\/core\/macro$/ }, () => ({ path: words }));
      bundling.onLoad({ filter: /web[\\/]world[\\/]this-tab\.ts$/ }, () => ({
        contents: `import { liveWithAnyVersion } from './tab-locks.ts';
export const thisTab = world;
liveWithAnyVersion(thisTab);`,
        resolveDir: join(ROOT, 'web', 'world'),
        loader: 'ts',
      }));
      // Without screens nothing says when the first one is usable.
      bundling.onLoad({ filter: /web[\\/]ui[\\/]usable\.ts$/ }, () => ({
        contents: `export const firstUsable = new Promise((resolve) => world.timer.after(${USABLE_AFTER_MS}, resolve));`,
        loader: 'ts',
      }));
      bundling.onLoad({ filter: /web[\\/]product-name\.ts$/ }, () => ({
        contents: "export const PRODUCT_NAME = 'Mandoob';",
        loader: 'ts',
      }));
      const papers = join(ROOT, 'simulator', 'phone', 'paper.ts');
      bundling.onLoad({ filter: PAPERS }, () => ({
        contents: `export * from ${JSON.stringify(papers)};`,
        resolveDir: ROOT,
        loader: 'ts',
      }));
    },
  };
}

function planting(bug: PlantedBug | null, planted: { is_planted: boolean }): Plugin {
  return {
    name: 'planting',
    setup(bundling) {
      if (!bug || !('file' in bug)) return;
      bundling.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (relative(ROOT, path).replaceAll('\\', '/') !== bug.file) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(bug.finds).length !== 2) {
          throw new Error(`${bug.file} has not exactly one place with: ${bug.finds}`);
        }
        planted.is_planted = true;
        return { contents: source.replace(bug.finds, () => bug.puts), loader: 'ts' };
      });
    },
  };
}
