import { expect, it } from 'vitest';
import { fromShell, OF_THE_SERVER } from './app-requests.ts';

const ORIGIN = 'https://shop.example';
const has = (path: string) => path.startsWith('/assets/') || path === '/favicon.svg';

function asked(path: string, { mode = 'navigate' as RequestMode, method = 'GET' } = {}) {
  return fromShell({ url: new URL(path, ORIGIN).href, mode, method }, ORIGIN, has);
}

it.each([
  '/',
  '/login',
  '/login?to=%2Fdashboard',
  '/dashboard',
  '/dashboard/',
  '/dashboard/next-order',
  '/dashboard/x/y?z=1',
])('opening %s gets the one page', (path) => {
  expect(asked(path)).toBe('page');
});

it.each([
  ...OF_THE_SERVER.map((path) => path.replace('*', 'anything')),
  '/storage/v1/object/signed/abc?token=x',
  '/dashboards',
  '/loginx',
  '/desktop',
  '/assets/app-1a2b.js',
  '/favicon.svg',
  'https://elsewhere.example/dashboard',
])('opening %s is the server’s to answer', (path) => {
  expect(asked(path)).toBeNull();
});

it('gives files of the app, asked for plainly, and nothing else', () => {
  const mode = 'no-cors';
  expect(asked('/assets/app-1a2b.js', { mode })).toBe('file');
  expect(asked('/favicon.svg', { mode })).toBe('file');
  for (const path of ['/', '/dashboard', '/api/profile', '/assets/app-1a2b.js?x', '/other.svg']) {
    expect(asked(path, { mode })).toBeNull();
  }
  expect(asked('https://elsewhere.example/assets/app-1a2b.js', { mode })).toBeNull();
  expect(asked('/dashboard', { method: 'POST' })).toBeNull();
  expect(asked('/assets/app-1a2b.js', { mode, method: 'HEAD' })).toBeNull();
});
