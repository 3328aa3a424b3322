import { existsSync } from 'node:fs';

/** Where installed Chromium and Chrome builds live, in the order we prefer them. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The installed browser to test with; undefined means Playwright's own download. `CHROMIUM` overrides. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM, ...INSTALLED].find((path) => path && existsSync(path));
}
