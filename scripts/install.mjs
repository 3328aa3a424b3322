import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout this script lies in; everything is run from there. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const NODE_MIN = [20, 19];

/** Checks the Node version and runs `npm ci` when the installed packages are not those of package-lock.json. */
export function ensureInstalled() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem) fail(problem);
  if (isInstalled(ROOT)) return;
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would empty the directory behind the link, which is somebody else's.
    fail('node_modules is a link to packages of another checkout. Remove the link and try again.');
  }
  // Not on stdout: that is the answer's place when a command of ours installs first.
  console.error('Installing the packages this needs (once, about a minute) …');
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
  if (status !== 0) fail('Installing failed: see above. Is the network there? Try again with: npm ci');
}

/** What is wrong with this version of Node, in one line; undefined when nothing is. */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  return enough
    ? undefined
    : `This needs Node ${NODE_MIN.join('.')} or newer, and this is Node ${version}. Get it from https://nodejs.org`;
}

/** Compares what npm noted in node_modules with the lock, so that an install made by hand counts too. */
export function isInstalled(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const installed = present[path];
    // Packages of other platforms are listed in the lock and not installed.
    if (!installed) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}

function packagesOf(path) {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/** The npm that runs us, else the one in PATH. */
function npm() {
  const running = process.env.npm_execpath;
  return running?.endsWith('.js') && existsSync(running)
    ? { program: process.execPath, parameters: [running] }
    : { program: 'npm', parameters: [] };
}

/** Ends with one line for the person at the terminal. */
export function fail(line) {
  console.error(line);
  process.exit(1);
}
