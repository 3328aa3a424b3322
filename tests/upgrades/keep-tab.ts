import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { LEAN_DEFINITIONS } from '../../scripts/bundle/service-worker.ts';
import { KEPT } from './kept-program.ts';

/**
 * Keeps the tab of a build for the tests: `npx tsx tests/upgrades/keep-tab.ts DIRECTORY COMMIT`, where
 * DIRECTORY is a checkout of that commit with its packages. Writes its outbox, sender, drafts and background
 * sending as kept/tab-COMMIT.js, bundled like its service worker.
 */
const [directory, commit] = process.argv.slice(2);
if (!directory || !commit) throw new Error('usage: keep-tab.ts DIRECTORY COMMIT');

/** The kept functions and their files. */
const FUNCTIONS = {
  openTab: 'tests/support/device-tabs.ts',
  createLeftDrafts: 'web/offline/drafts/drafts.ts',
  createStoredTexts: 'web/environment/stored-texts.ts',
  sendInBackground: 'web/worker/send-in-background.ts',
};
const exported = Object.entries(FUNCTIONS).map(([name, path]) => `export { ${name} } from './${path}';`);

await build({
  stdin: {
    contents: exported.join('\n'),
    resolveDir: resolve(directory),
    loader: 'ts',
  },
  outfile: join(KEPT, `tab-${commit}.js`),
  plugins: [LEAN_DEFINITIONS],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  external: ['@noble/hashes/sha2.js'],
  logLevel: 'warning',
});
