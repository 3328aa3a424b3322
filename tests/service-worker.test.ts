import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServiceWorker } from '../scripts/bundle/service-worker.ts';

const KB = 1024;
let directory: string;
let worker: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mandoob-worker-'));
  await mkdir(join(directory, 'assets'));
  const files = [
    'index.html',
    'manifest.webmanifest',
    'favicon.svg',
    'assets/a-1a2b.js',
    'assets/a-1a2b.js.br',
  ];
  for (const name of files) await writeFile(join(directory, name), name);
  await buildServiceWorker(directory);
  worker = await readFile(join(directory, 'sw.js'), 'utf8');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('the service worker is one small file without code of the page', () => {
  expect(gzipSync(worker).length).toBeLessThanOrEqual(22 * KB);
  expect(worker).not.toMatch(/\breact\b|createElement|\blingui\b|\bdocument\.|\bwindow\.|\blocalStorage\b/i);
  expect(worker).not.toMatch(/^import |\bimportScripts\(/m);
});

it('the service worker lists every built file by its hash, except generated and compressed ones', () => {
  const listed = [...worker.matchAll(/\["(\/[^"]+)","sha256-[^"]{44}"\]/g)].map(([, path]) => path);
  expect(listed).toEqual(['/assets/a-1a2b.js', '/favicon.svg']);
});
