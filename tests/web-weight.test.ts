import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { LOCAL_PROBLEMS, PROBLEMS } from '../contract/rules/problems.ts';
import { ensureBuilt } from '../scripts/built.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KB = 1024;

type Chunk = { file: string; name?: string; imports?: string[] };

const directory = join(ROOT, 'dist', 'web');
let manifest: Record<string, Chunk> = {};

beforeAll(async () => {
  ensureBuilt();
  manifest = JSON.parse(await readFile(join(ROOT, 'dist', 'manifest.json'), 'utf8'));
});

/** Returns the files that must be loaded before these sources can run, following static imports. */
function filesFor(...sources: string[]): string[] {
  const chunks = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest`);
    if (chunks.has(name)) return;
    chunks.add(name);
    chunk.imports?.forEach(add);
  };
  const named = (of: string) => Object.keys(manifest).find((name) => manifest[name]?.name === of) ?? of;
  for (const source of sources) add(named(source));
  return [...chunks].map((name) => manifest[name]?.file ?? '');
}

/** Returns the size in KB after gzip. */
async function weightOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(directory, file)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

/** The dashboard's file contains the screen. */
const NEXT_ORDER = ['index.html', 'dashboard'];

it('contains no source map', async () => {
  const built = await readdir(directory, { recursive: true });
  expect(built.some((file) => file.endsWith('.js'))).toBe(true);
  expect(built.filter((file) => file.endsWith('.map'))).toEqual([]);
});

it('loads the texts of the commands about cash separately from the screens of drivers', async () => {
  const cash = Object.values(manifest).find(({ name }) => name === 'cash-commands')?.file;
  expect(cash).toBeDefined();
  expect(filesFor(...NEXT_ORDER, 'screens/waiting/WaitingToBeSent.tsx')).not.toContain(cash);
  expect(filesFor('screens/day-handovers/DayHandover.tsx')).toContain(cash);
});

it('contains every code of a problem, and the titles of those only that the browser finds itself', async () => {
  const [start = ''] = filesFor('start');
  const script = await readFile(join(directory, start), 'utf8');
  const isLocal = (code: string) => LOCAL_PROBLEMS.some((one) => one === code);
  for (const [code, { title }] of Object.entries(PROBLEMS)) {
    expect(script).toContain(code);
    // Short titles are also words of other texts.
    if (isLocal(code) || title.length > 40)
      expect([code, script.includes(title)]).toEqual([code, isLocal(code)]);
  }
});

it('loads the list of common passwords only when a password is chosen, separately from the form', async () => {
  const list = manifest['../contract/rules/sign-in/common-passwords.ts']?.file ?? '';
  expect(await weightOf([list])).toBeLessThanOrEqual(45);
  expect(filesFor(...NEXT_ORDER, 'screens/password/PasswordScreen.tsx')).not.toContain(list);
});

it('excludes documents and photos from the screens, and unused parts of the PDF library from the build', async () => {
  const sources = Object.keys(manifest).join('\n');
  for (const lazy of ['documents/delivery/delivery-note.ts', 'components/photo/shrink-photo.ts']) {
    expect(sources).toContain(lazy);
    expect(filesFor(...NEXT_ORDER)).not.toContain(manifest[lazy]?.file);
  }
  const names = (await readdir(join(directory, 'assets'))).join('\n');
  expect(names).toMatch(/jspdf/);
  expect(names).not.toMatch(/html2canvas|purify|canvg/);
});
