import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type Import = {
  /** The specifier in the source. */
  specifier: string;
  /** The imported file, as a path from the project's root; null for a package. */
  file: string | null;
  /** False for imports of types only, which are erased at run time. */
  value: boolean;
};

export type SourceFile = {
  /** The path from the project's root, with slashes. */
  path: string;
  /** The code without its comments. */
  code: string;
  imports: Import[];
  /** True for tests and their support files, to which the rules of layers do not apply. */
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

/** Returns every source file of the project with its imports. */
export function readSourceFiles(): SourceFile[] {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => listFiles(folder))
    .filter((path) => SOURCE.test(path))
    .map(readSourceFile);
}

export function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** Returns the names of the packages that are installed in production. */
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

/** Removes block comments and whole-line comments, which is enough to distinguish a mention from a use. */
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
