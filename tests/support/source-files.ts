import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type Import = {
  /** As written. */
  specifier: string;
  /** The file it leads to, from the project's root; null for a package. */
  file: string | null;
  /** False when only types are taken, which leave no trace in what runs. */
  value: boolean;
};

export type SourceFile = {
  /** From the project's root, with slashes. */
  path: string;
  /** The code without its comments. */
  code: string;
  imports: Import[];
  /** Tests, and what only tests use: held to none of the orders. */
  is_test: boolean;
};

const FOLDERS = [
  'contract',
  'database',
  'server',
  'web',
  'tests',
  'scripts',
  'bench',
  'attack',
  'cluster',
  'simulator',
  'bin',
];
const SOURCE = /\.(ts|tsx|mts|mjs)$/;

/** Every source file of the project with its imports. */
export function readSourceFiles(): SourceFile[] {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => listFiles(folder))
    .filter((path) => SOURCE.test(path))
    .map(readSourceFile);
}

export function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** The packages that are there when the product runs. */
export function runtimePackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys(dependencies);
}

function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(path);
    return [path];
  });
}

function readSourceFile(path: string): SourceFile {
  const code = withoutComments(readFileSync(join(ROOT, path), 'utf8'));
  return {
    path,
    code,
    imports: importsOf(code).map((found) => ({ ...found, file: leadsTo(path, found.specifier) })),
    is_test: /\.test\.tsx?$|^tests\//.test(path),
  };
}

/** Block comments, and lines that are comments from their start: enough to tell a mention from a use. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

const FROM = /^[ \t]*(import|export)\s+(type\s+)?([^;'"()]*?)\s*from\s*['"]([^'"]+)['"]/gm;
const SIDE_EFFECT = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const WORKER = /new URL\(\s*['"](\.[^'"]+\.tsx?)['"],\s*import\.meta\.url/g;

function importsOf(code: string): Omit<Import, 'file'>[] {
  const named = [...code.matchAll(FROM)].map(([, , type, names = '', specifier = '']) => ({
    specifier,
    value: !type && !takesTypesOnly(names),
  }));
  const whole = [SIDE_EFFECT, DYNAMIC, WORKER]
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map(([, specifier = '']) => ({ specifier, value: true }));
  return [...named, ...whole];
}

function takesTypesOnly(names: string): boolean {
  const inside = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  if (inside === undefined) return false;
  const each = inside.split(',').map((name) => name.trim());
  return each.every((name) => name === '' || name.startsWith('type '));
}

function leadsTo(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.normalize(posix.join(dirname(path), specifier.replace(/\?.*$/, '')));
}
