import { defineConfig } from '@playwright/test';
import { TAGS, taggedWith } from './scripts/test-runs/test-groups.mjs';
import { measureTimeFactor } from './scripts/test-runs/time-factor.mjs';
import { chromiumLaunch, shellLaunch } from './tests/support/chromium.ts';
import { timeLimits } from './tests/support/time-limits.ts';

await measureTimeFactor();
const { action, expectation, test } = timeLimits();

const LONG = taggedWith(TAGS);
/** The groups of the long tier to run, such as `upgrades,screens`; unset: everything but the long tier. */
const groups = process.env.TEST_GROUPS;

/** Whole journeys in a real Chromium against the real server, which each test file starts for itself. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e-template.ts',
  timeout: test,
  expect: { timeout: expectation, toPass: { timeout: expectation } },
  workers: 2,
  // By tests rather than by files: no worker is left alone with a long file at the end.
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Tells all about its failures at the end, where they are looked for.
  reporter: [['dot'], ['json', { outputFile: 'build/test-reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    headless: true,
    video: 'off',
    trace: 'off',
    screenshot: 'off',
    actionTimeout: action,
    navigationTimeout: action,
  },
  // Tests that view a PDF in a tab or need background sync belong to the long tier.
  projects: [
    groups
      ? { name: 'long', grep: taggedWith(groups.split(',')), use: { launchOptions: chromiumLaunch() } }
      : { name: 'shell', grepInvert: LONG, use: { launchOptions: shellLaunch() } },
  ],
});
