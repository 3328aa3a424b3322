import { availableParallelism, getPriority } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { browserOperations } from './scripts/bundle/browser-operations.mjs';
import { messages } from './scripts/messages/vite-plugin.mjs';
import { TAGS } from './scripts/test-runs/test-groups.mjs';
import { measureTimeFactor } from './scripts/test-runs/time-factor.mjs';
import { yieldingShellLaunch } from './tests/support/chromium.ts';
import { timeLimits } from './tests/support/time-limits.ts';

/** All packages that browser tests import, directly or through the tested files. */
const BROWSER_PACKAGES = [
  '@hono/zod-openapi',
  '@noble/hashes/sha2.js',
  '@tanstack/react-query',
  'axe-core',
  'chardet',
  'csv-parse/browser/esm',
  'fast-check',
  'fflate',
  'jspdf',
  'lucide-react',
  'numfmt',
  'pdfjs-dist',
  'radix-ui',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'saxen',
  'signature_pad',
  'uuidv7',
  'vitest-browser-react',
  'wouter',
  'wouter/memory-location',
  'wouter/use-browser-location',
];

/** Small test files that take long, the longest first. Each of the first four takes more than a minute. */
const LONG = [
  'tests/simulator.test.ts',
  'server/verification/tampering.db.test.ts',
  'server/backup/killed-restore.db.test.ts',
  'server/backup/killed-backup.db.test.ts',
  'tests/attack.test.ts',
  'tests/message-catalogue.test.ts',
];

/** Runs the files of `LONG` first, then the others by size. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => LONG.findIndex((path) => moduleId.endsWith(path));
    const long = sorted.filter((file) => placeOf(file) >= 0);
    return [
      ...long.toSorted((one, other) => placeOf(one) - placeOf(other)),
      ...sorted.filter((file) => placeOf(file) < 0),
    ];
  }
}

// Components are tested with React's production build. The development build takes a third more processor
// time.
process.env.NODE_ENV = 'production';
const env = { NODE_ENV: 'test' };

await measureTimeFactor();
const { action, expectation, test, hook } = timeLimits();
const LIMITS = {
  testTimeout: test,
  hookTimeout: hook,
  expect: { poll: { timeout: expectation } },
  // Provided for `vi.waitFor`, whose timeout has no setting in Vitest.
  provide: { expectation_ms: expectation },
};
const WAITING = 'tests/support/wait-for.ts';

/**
 * Three kinds of tests: `unit` needs no services. `database` needs PostgreSQL, which is started once per run;
 * each file gets its own databases, cloned from a migrated template. `browser` needs Chromium. The files of
 * the first two run without isolation in a few processes, so a file that mocks a module must restore it.
 */
export default defineConfig({
  test: {
    tags: TAGS.map((name) => ({ name })),
    sequence: { sequencer: SlowestFirst },
    // Two workers next to the end-to-end tests keep two cores busy. More workers cause timeouts.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        plugins: [browserOperations(), messages()],
        test: {
          name: 'unit',
          include: ['{contract,server,web,tests,simulator,bench,cluster}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.browser.test.{ts,tsx}', 'tests/e2e/**', '**/node_modules/**'],
          isolate: false,
          env,
          setupFiles: [WAITING],
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'database',
          include: ['{server,database,tests}/**/*.db.test.ts'],
          isolate: false,
          env,
          globalSetup: ['tests/support/postgres-for-tests.ts'],
          setupFiles: [WAITING, 'tests/support/cheap-passwords.ts'],
          ...LIMITS,
        },
      },
      {
        plugins: [browserOperations(), messages(), react()],
        // The files do not change during a run, so that a page can use modules from the browser's cache.
        server: { headers: { 'cache-control': 'max-age=31536000' } },
        // Bundled before the first test: a dependency found during the run reloads the page and breaks the
        // test.
        optimizeDeps: { include: BROWSER_PACKAGES },
        test: {
          name: 'browser',
          include: ['web/**/*.browser.test.{ts,tsx}'],
          setupFiles: [WAITING, 'tests/support/empty-device.ts', 'tests/support/react-act.ts'],
          ...LIMITS,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // The headless shell uses font hinting by default; the full browser does not.
            provider: playwright({
              launchOptions: yieldingShellLaunch(getPriority(), ['--font-render-hinting=none']),
              actionTimeout: action,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
