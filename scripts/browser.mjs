import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureDebianPackages, installDebianPackages, isDebianRoot } from './debian-packages.mjs';
import { ROOT } from './install.mjs';

const BY_HAND =
  'No browser found for the tests. Install Chromium or Chrome (Debian: apt-get install chromium chromium-headless-shell; macOS: brew ' +
  'install --cask google-chrome), set CHROMIUM=/path/to/chromium, or run: npx playwright install chromium';

/** The browser, and its headless shell. */
const DEBIAN = ['chromium', 'chromium-headless-shell'];

/**
 * Fonts determine whether a text fits a line or a page. Android's fonts are as wide as Noto Sans; DejaVu, the
 * font of a minimal Debian, is a sixth wider. Droid Sans Fallback contains the Chinese characters of
 * documents.
 */
const FONTS = {
  title: 'Noto Sans and Droid Sans Fallback',
  programs: [
    '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
    '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
  ],
  packages: ['fonts-noto-core', 'fonts-droid-fallback'],
};

/**
 * Provides a browser for the tests: an installed Chromium or Chrome, else Debian's package (as root), else
 * Playwright's download. On Debian it also installs the fonts. Returns instructions if no browser is
 * available, otherwise undefined.
 */
export async function ensureBrowser() {
  if (isDebianRoot()) ensureDebianPackages(FONTS);
  if (await browserPath()) return undefined;
  if (isDebianRoot()) {
    installDebianPackages('Chromium', DEBIAN);
    if (await browserPath()) return undefined;
  }
  console.log('Downloading Chromium for the tests …');
  const withDependencies = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', ...withDependencies, 'chromium']);
  return (await browserPath()) ? undefined : BY_HAND;
}

/** Imports at run time: neither tsx nor Playwright exists before the packages are installed. */
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
