import { defineConfig } from '@playwright/test';
import { chromiumLaunch, shellLaunch } from './tests/support/chromium.ts';

/** Tests that look at PDFs in a tab, or need background sync. */
const WHOLE = /@whole-browser/;

/** Whole journeys in a real Chromium against the real server, which each test file starts for itself. */
export default defineConfig({
  testDir: 'tests/e2e',
  // For a machine that has much else to do; nothing waits longer than what it waits for.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 2,
  // By tests rather than by files: no worker is left alone with a long file at the end.
  fullyParallel: true,
  // One that passes only then is named at the end, as flaky. Where something must happen exactly once, there is no second try.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Tells all about its failures at the end, where they are looked for.
  reporter: [['dot'], ['json', { outputFile: 'build/test-reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    headless: true,
    video: 'off',
    trace: 'off',
    screenshot: 'off',
  },
  // One after the other: a worker that goes from one to the other starts its server anew.
  projects: [
    { name: 'whole browser', grep: WHOLE, use: { launchOptions: chromiumLaunch() } },
    { name: 'shell', grepInvert: WHOLE, use: { launchOptions: shellLaunch() } },
  ],
});
