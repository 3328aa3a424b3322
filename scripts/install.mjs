import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, the working directory of all programs. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const NODE_MIN = [20, 19];

/** Checks the Node version and runs `npm ci` if the installed packages differ from package-lock.json. */
export function ensureInstalled() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem) fail(problem);
  if (isInstalled(ROOT)) return;
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would empty the link's target, which belongs to another checkout.
    fail('node_modules is a link to the packages of another checkout. Remove the link and try again.');
  }
  // Written to stderr, because stdout is for the output of the command that caused the installation.
  console.error('Installing packages (once, about a minute) …');
  const { program, parameters } = npm();
  const { status } = spawnSync(
    program,
    [
      ...parameters,
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32' && program === 'npm',
    },
  );
  if (status !== 0) fail('The installation failed. Check the network connection and try again with: npm ci');
}

/** Returns the problem with this Node version in one line; undefined if it is supported. */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  return enough
    ? undefined
    : `Node ${NODE_MIN.join('.')} or newer is required. This is Node ${version}. Get it from https://nodejs.org`;
}

/** Compares npm's record in node_modules with the lock file, so that a manual installation counts too. */
export function isInstalled(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const installed = present[path];
    // Packages of other platforms are in the lock file and not installed.
    if (!installed) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}

function packagesOf(path) {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/** Returns the npm that runs this script, else the one in PATH. */
function npm() {
  const running = process.env.npm_execpath;
  return running?.endsWith('.js') && existsSync(running)
    ? { program: process.execPath, parameters: [running] }
    : { program: 'npm', parameters: [] };
}

/** Prints one line and exits with code 1. */
export function fail(line) {
  console.error(line);
  process.exit(1);
}
