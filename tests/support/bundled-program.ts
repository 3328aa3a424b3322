import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { NODE_BUNDLE } from '../../scripts/bundle/server-bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Two folders below the root, like server/platform and the built server, for relative paths. */
const DIRECTORY = join(ROOT, 'build/test-programs');

const bundled = new Map<string, Promise<string>>();

/**
 * Bundles a program, given by its path from the root, into one file: a process then starts in a fraction of
 * the time that loading its separate sources takes. Each test process bundles a program once, into its own
 * file.
 */
export function bundledProgram(source: string): Promise<string> {
  const known = bundled.get(source) ?? bundleProgram(source);
  bundled.set(source, known);
  return known;
}

async function bundleProgram(source: string): Promise<string> {
  const outfile = join(DIRECTORY, `${basename(source, '.ts')}-${process.pid}.mjs`);
  await mkdir(DIRECTORY, { recursive: true });
  await build({ ...NODE_BUNDLE, entryPoints: [join(ROOT, source)], outfile });
  return outfile;
}
