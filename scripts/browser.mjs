import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureDebianPackages, installDebianPackages, isDebianRoot } from './debian-packages.mjs';
import { ROOT } from './install.mjs';

const BY_HAND =
  'No browser to test with. Install Chromium or Chrome (Debian: apt-get install chromium chromium-headless-shell; macOS: brew install ' +
  '--cask google-chrome), or name one with CHROMIUM=/path/to/chromium, or run: npx playwright install chromium';

/** The browser, and the same without windows. */
const DEBIAN = ['chromium', 'chromium-headless-shell'];

/**
 * The fonts decide what fits a line or a page. Android's are as wide as Noto Sans; those of a bare Debian,
 * DejaVu, are a sixth wider. Droid Sans Fallback has the Chinese characters of documents.
 */
const LETTERS = {
  title: 'Noto Sans and Droid Sans Fallback',
  programs: [
    '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
    '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
  ],
  packages: ['fonts-noto-core', 'fonts-droid-fallback'],
};

/**
 * Gets a browser for the tests: an installed Chromium or Chrome, else Debian's package (as root), else Playwright's
 * own download; and on Debian the letters that tests are written in. Answers what to do when there is none in the end, undefined when there is one.
 */
export async function ensureBrowser() {
  if (isDebianRoot()) ensureDebianPackages(LETTERS);
  if (await browserPath()) return undefined;
  if (isDebianRoot()) {
    installDebianPackages('Chromium', DEBIAN);
    if (await browserPath()) return undefined;
  }
  console.log('Downloading a Chromium for the tests …');
  const withDependencies = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', ...withDependencies, 'chromium']);
  return (await browserPath()) ? undefined : BY_HAND;
}

/** Imported late: before the packages are installed there is neither tsx nor Playwright. */
async function browserPath() {
  const { tsImport } = await import('tsx/esm/api');
  const { chromiumPath } = await tsImport('../tests/support/chromium.ts', import.meta.url);
  const installed = chromiumPath();
  if (installed) return installed;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function run(program, parameters) {
  spawnSync(program, parameters, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
}
