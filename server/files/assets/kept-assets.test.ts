import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepAssets, keptAsset, keptAssetsPath } from './kept-assets.ts';

let place: string;
let directory: string;
const NOON = new Date('2026-11-20T12:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'mandoob-assets-'));
  directory = join(place, 'files', 'web-assets');
});
afterEach(() => rm(place, { recursive: true, force: true }));

/** Makes a build with files of its own and one that all builds share. */
async function built(name: string): Promise<string> {
  const assets = join(place, name);
  await mkdir(assets, { recursive: true });
  await writeFile(join(assets, `${name}-1a2b.js`), `the script of ${name}`);
  await writeFile(join(assets, `${name}-1a2b.js.br`), 'small');
  await writeFile(join(assets, 'same-3c4d.css'), 'p{}');
  return assets;
}

async function read(name: string): Promise<string | null> {
  const kept = await keptAsset(directory, name);
  return kept && (await readFile(join(directory, kept), 'utf8'));
}

it('web assets are stored in a directory next to the files, or in none if files are in a bucket', () => {
  const bucket = { kind: 's3', bucket: 'proofs', endpoint: 'https://s3.example', region: 'x' } as const;
  const keys = { access_key_id: 'id', secret_access_key: 'secret', session_token: null };
  const in_directory = { kind: 'directory', path: join(place, 'files') } as const;
  expect(keptAssetsPath(in_directory)).toBe(join(place, 'files', 'web-assets'));
  expect(keptAssetsPath({ ...bucket, keys })).toBeNull();
});

it('the newest three builds are kept, whichever servers stored them', async () => {
  expect(await keptAsset(directory, 'a-1a2b.js')).toBeNull();
  for (const [hours, name] of ['a', 'b', 'c', 'd'].entries()) {
    await keepAssets(directory, await built(name), hoursLater(hours));
    expect(await read(`${name}-1a2b.js`)).toBe(`the script of ${name}`);
  }
  expect(await read('a-1a2b.js')).toBeNull();
  expect(await read('b-1a2b.js')).toBe('the script of b');
  expect(await read('c-1a2b.js.br')).toBe('small');
  expect(await read('same-3c4d.css')).toBe('p{}');
  expect(await readdir(directory)).toHaveLength(3);
});

it('a build that is served again counts as the newest', async () => {
  for (const [hours, name] of ['a', 'b', 'c', 'a', 'd'].entries()) {
    await keepAssets(directory, await built(name), hoursLater(hours));
  }
  expect(await read('a-1a2b.js')).toBe('the script of a');
  expect(await read('b-1a2b.js')).toBeNull();
});

it('a build stays complete when several servers store it concurrently and repeatedly', async () => {
  const assets = await built('a');
  await Promise.all(Array.from({ length: 8 }, () => keepAssets(directory, assets, NOON)));
  await keepAssets(directory, assets, NOON);
  expect(await readdir(directory)).toHaveLength(1);
  const [build = ''] = await readdir(directory);
  expect((await readdir(join(directory, build))).sort()).toEqual((await readdir(assets)).sort());
});

it('storing a build again repairs an incomplete one, and removes the leftovers of a crashed server', async () => {
  const assets = await built('a');
  await keepAssets(directory, assets, NOON);
  const [build = ''] = await readdir(directory);
  await writeFile(join(directory, build, 'a-1a2b.js'), '');
  await rm(join(directory, build, 'same-3c4d.css'));
  const [left, under_way] = [join(directory, 'part-left00'), join(directory, 'part-now000')];
  for (const part of [left, under_way]) await mkdir(part);
  await utimes(left, NOON, NOON);
  await utimes(under_way, hoursLater(2), hoursLater(2));
  await keepAssets(directory, assets, hoursLater(2));
  expect(await read('a-1a2b.js')).toBe('the script of a');
  expect(await read('same-3c4d.css')).toBe('p{}');
  expect((await readdir(directory)).sort()).toEqual([build, 'part-now000']);
});

it.each(
  [
    '..',
    '../a-1a2b.js',
    '/etc/passwd',
    'x/a-1a2b.js',
    '.hidden',
    '',
    'a\0b',
    'part-x',
    'a-1a2b.js/x',
    'a'.repeat(255),
    'a'.repeat(256),
    '\u00e4'.repeat(128),
    'a'.repeat(70_000),
  ].map((name) => ({ name, shown: name.slice(0, 20), length: name.length })),
)('returns null for $shown, of $length characters', async ({ name }) => {
  await keepAssets(directory, await built('a'), NOON);
  expect(await keptAsset(directory, name)).toBeNull();
});
