import { expect, it } from 'vitest';
import { SERVER_PATHS, shellResponse } from './app-requests.ts';

const ORIGIN = 'https://shop.example';
const has = (path: string) => path.startsWith('/assets/') || path === '/favicon.svg';

function fromShellFor(path: string, { mode = 'navigate' as RequestMode, method = 'GET' } = {}) {
  return shellResponse({ url: new URL(path, ORIGIN).href, mode, method }, ORIGIN, has);
}

it.each([
  '/',
  '/login',
  '/login?to=%2Fdashboard',
  '/dashboard',
  '/dashboard/',
  '/dashboard/next-order',
  '/dashboard/x/y?z=1',
])('opening %s returns the HTML page', (path) => {
  expect(fromShellFor(path)).toBe('page');
});

it.each([
  ...SERVER_PATHS.map((path) => path.replace('*', 'anything')),
  '/storage/v1/object/signed/abc?token=x',
  '/dashboards',
  '/loginx',
  '/desktop',
  '/assets/app-1a2b.js',
  '/favicon.svg',
  'https://elsewhere.example/dashboard',
])('opening %s goes to the server', (path) => {
  expect(fromShellFor(path)).toBeNull();
});

it('serves files of the app for plain GET requests, and nothing else', () => {
  const mode = 'no-cors';
  expect(fromShellFor('/assets/app-1a2b.js', { mode })).toBe('file');
  expect(fromShellFor('/favicon.svg', { mode })).toBe('file');
  for (const path of ['/', '/dashboard', '/api/profile', '/assets/app-1a2b.js?x', '/other.svg']) {
    expect(fromShellFor(path, { mode })).toBeNull();
  }
  expect(fromShellFor('https://elsewhere.example/assets/app-1a2b.js', { mode })).toBeNull();
  expect(fromShellFor('/dashboard', { method: 'POST' })).toBeNull();
  expect(fromShellFor('/assets/app-1a2b.js', { mode, method: 'HEAD' })).toBeNull();
});
