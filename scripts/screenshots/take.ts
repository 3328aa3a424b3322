import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumPath } from '../../tests/support/chromium.ts';
import { makePhoto } from '../../tests/support/e2e-photo.ts';
import { makeServerDirectory, startServerProcess } from '../../tests/support/e2e-server.ts';
import type { Shot } from './shot.ts';
import { SHOTS } from './shots.ts';

const OUT = 'screenshots';
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
const SCHEMES = ['light', 'dark'] as const;

const sessions = new Map<string, string>();
const wanted = process.argv.slice(2);
const isWanted = (path: string) => wanted.length === 0 || wanted.some((word) => path.includes(word));

const directory = await makeServerDirectory();
const server = await startServerProcess({ data_dir: directory.data_dir, args: ['--demo'] });
const executablePath = chromiumPath();
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath ? { executablePath } : {}),
});
const failures: string[] = [];
let taken = 0;
try {
  if (wanted.length === 0) await rm(OUT, { recursive: true, force: true });
  const photo = await makePhoto(browser);
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
    for (const scheme of SCHEMES) {
      const folder = join(OUT, `${size}-${scheme}`);
      await mkdir(folder, { recursive: true });
      for (const shot of SHOTS.filter(({ only }) => !only || only === size)) {
        const path = join(folder, `${shot.name}.png`);
        if (!isWanted(path)) continue;
        taken += 1;
        await take(browser, shot, size, scheme, path, photo).catch((error) =>
          failures.push(`${path}: ${String(error).split('\n')[0]}`),
        );
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await directory.remove();
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`${taken - failures.length} pictures are in ${OUT}/\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function take(
  from: Browser,
  shot: Shot,
  size: keyof typeof SIZES,
  colorScheme: (typeof SCHEMES)[number],
  path: string,
  photo: Buffer,
): Promise<void> {
  const context = await from.newContext({
    ...SIZES[size],
    colorScheme,
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
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await shot.prepare(page, { photo, phone: size === 'phone' });
    // As high as the page is, so that what sticks to the lower edge is there and not in the middle.
    if (shot.full) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...SIZES[size].viewport, height });
    }
    await page.screenshot({ path });
    // The app goes before what stands between it and the server: nothing is sent at the last moment.
    await page.goto('about:blank');
  } finally {
    await context.close();
  }
}

/** What the app keeps of a signed-in user, as JSON. */
async function sessionOf(login: string): Promise<string> {
  const known = sessions.get(login);
  if (known) return known;
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${login}@demo.mandoob.example`, password: 'mandoob-demo' }),
  });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
  const session = await answer.text();
  sessions.set(login, session);
  return session;
}
