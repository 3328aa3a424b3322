import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { NODE_BUNDLE } from '../../scripts/bundle/server-bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Two folders below the root, as what finds its files by its own place expects of server/platform and of the built server. */
const DIRECTORY = join(ROOT, 'build/test-programs');

const bundled = new Map<string, Promise<string>>();

/**
 * A program as one file, by its path from the root: a process then starts in a fraction of the time that its sources take one by one. Made once for
 * each process of tests, in a file of its own.
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
