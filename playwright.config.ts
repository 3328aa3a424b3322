import { defineConfig } from '@playwright/test';
import { TAGS, taggedWith } from './scripts/test-runs/test-groups.mjs';
import { measureTimeFactor } from './scripts/test-runs/time-factor.mjs';
import { chromiumLaunch, shellLaunch } from './tests/support/chromium.ts';
import { timeLimits } from './tests/support/time-limits.ts';

await measureTimeFactor();
const { action, expectation, test } = timeLimits();

const LONG = taggedWith(TAGS);
/**
 * The groups of the long tier to run, such as `upgrades,screens`. If unset, all tests outside the long tier
 * run.
 */
const groups = process.env.TEST_GROUPS;

/** User journeys in Chromium against a real server, which each test file starts. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e-template.ts',
  timeout: test,
  expect: { timeout: expectation, toPass: { timeout: expectation } },
  workers: 2,
  // Distributes single tests, not files, so that no worker ends alone with a long file.
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Prints all failures at the end of the output.
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
