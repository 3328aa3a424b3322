import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ROOT } from './install.mjs';

/**
 * Ensures that programs of Debian packages are installed, if necessary with apt-get as root on Debian.
 * `programs` are paths, all of which must exist. Services of the packages are not started. Returns
 * instructions if the programs are not available, otherwise undefined.
 */
export function ensureDebianPackages({ title, programs, packages }) {
  const missing = () => programs.some((path) => !existsSync(path));
  if (!missing()) return undefined;
  if (isDebianRoot()) installDebianPackages(title, packages);
  return missing()
    ? `${title} is not installed. On Debian: apt-get install ${packages.join(' ')}`
    : undefined;
}

/** Excludes Ubuntu, whose browser package is a snap, which containers cannot run. */
export function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get') || !existsSync('/etc/os-release'))
    return false;
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

export function installDebianPackages(title, packages) {
  console.log(`Installing ${title} with apt-get …`);
  // Waits for a concurrent apt-get. RUNLEVEL=1 keeps package scripts from starting services.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const aptGet = (...parameters) =>
    spawnSync('apt-get', [...wait, ...parameters], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
  aptGet('update', '-qq');
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
