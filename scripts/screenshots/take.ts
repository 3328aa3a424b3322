import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../tests/support/chromium.ts';
import { makePhoto } from '../../tests/support/e2e-photo.ts';
import { makeServerDirectory, startServerProcess } from '../../tests/support/e2e-server.ts';
import { inAnyLanguage } from './any-language.ts';
import { layoutFaults } from './layout-faults.ts';
import type { Shot } from './shot.ts';
import { bankDeposits } from './shots/bank-deposits.ts';
import { cashHandovers } from './shots/cash-handovers.ts';
import { handovers } from './shots/handovers.ts';
import { orders } from './shots/orders.ts';
import { profile } from './shots/profile.ts';
import { shell } from './shots/shell.ts';

const SHOTS: readonly Shot[] = [
  ...shell,
  ...profile,
  ...orders,
  ...handovers,
  ...cashHandovers,
  ...bankDeposits,
];

const OUT = 'screenshots';
const PHONE = { isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, ...PHONE },
  narrow: { viewport: { width: 360, height: 740 }, ...PHONE },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;

type Series = {
  folder: string;
  size: keyof typeof SIZES;
  scheme: 'light' | 'dark';
  /** A pseudo-locale. Screens in it are also checked for layout faults. */
  language?: 'en-XA' | 'ar-XB';
};

const SERIES: readonly Series[] = [
  { folder: 'phone-light', size: 'phone', scheme: 'light' },
  { folder: 'phone-dark', size: 'phone', scheme: 'dark' },
  { folder: 'desktop-light', size: 'desktop', scheme: 'light' },
  { folder: 'desktop-dark', size: 'desktop', scheme: 'dark' },
  { folder: 'narrow-accented', size: 'narrow', scheme: 'light', language: 'en-XA' },
  { folder: 'narrow-mirrored', size: 'narrow', scheme: 'light', language: 'ar-XB' },
];

const sessions = new Map<string, string>();
const wanted = process.argv.slice(2);
const isWanted = (path: string) => wanted.length === 0 || wanted.some((word) => path.includes(word));

const directory = await makeServerDirectory();
const server = await startServerProcess({ data_dir: directory.data_dir, args: ['--demo'] });
const browser = await chromium.launch(chromiumLaunch());
const failures: string[] = [];
let taken = 0;
try {
  if (wanted.length === 0) await rm(OUT, { recursive: true, force: true });
  const photo = await makePhoto(browser);
  for (const series of SERIES) {
    const folder = join(OUT, series.folder);
    await mkdir(folder, { recursive: true });
    const kind = series.size === 'desktop' ? 'desktop' : 'phone';
    for (const shot of SHOTS.filter(({ only }) => !only || only === kind)) {
      const path = join(folder, `${shot.name}.png`);
      if (!isWanted(path)) continue;
      taken += 1;
      await take(browser, shot, series, path, photo).catch((error) =>
        failures.push(`${path}: ${String(error).split('\n')[0]}`),
      );
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await directory.remove();
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`${taken} screenshots are in ${OUT}/, ${failures.length} of them with faults\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function take(
  from: Browser,
  shot: Shot,
  { size, scheme, language }: Series,
  path: string,
  photo: Buffer,
): Promise<void> {
  const context = await from.newContext({
    ...SIZES[size],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Asia/Dubai',
  });
  try {
    if (shot.as) {
      const session = await sessionOf(shot.as);
      await context.addInitScript((text) => {
        if (!localStorage.getItem('mandoob.session')) localStorage.setItem('mandoob.session', text);
      }, session);
    }
    if (language) await setLanguage(context, language);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await shot.prepare(language ? inAnyLanguage(page) : page, { photo, phone: size !== 'desktop' });
    // Resized to the page's height, so that elements sticking to the lower edge are at the end of the page.
    if (shot.full) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...SIZES[size].viewport, height });
    }
    await page.screenshot({ path });
    const faults = language ? await page.evaluate(layoutFaults) : [];
    // The app is closed before its routes are removed, so that it sends no further requests.
    await page.goto('about:blank');
    if (faults.length > 0) throw new Error(faults.join('; '));
  } finally {
    // A route handler that still changes a response would fail on a closed page.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** Sets another language in the served page, as the server would. */
async function setLanguage(context: BrowserContext, language: string): Promise<void> {
  await context.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return await route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('<html lang="en">', `<html lang="${language}">`);
    await route.fulfill({ response, body });
  });
}

/** Returns the session that the app stores for a signed-in user, as JSON. */
async function sessionOf(login: string): Promise<string> {
  const known = sessions.get(login);
  if (known) return known;
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${login}@demo.mandoob.example`, password: 'mandoob-demo' }),
  });
  if (!response.ok) throw new Error(`sign-in responded ${response.status}`);
  const session = await response.text();
  sessions.set(login, session);
  return session;
}
