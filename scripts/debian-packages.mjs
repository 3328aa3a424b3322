import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ROOT } from './install.mjs';

/**
 * Makes sure of programs that Debian's packages bring: installed ones, else by apt-get, as root on Debian only. `programs` are paths, all of which
 * have to be there. Services that the packages bring are not started. Answers what to do by hand where they are not to be had, else undefined.
 */
export function ensureDebianPackages({ title, programs, packages }) {
  const missing = () => programs.some((path) => !existsSync(path));
  if (!missing()) return undefined;
  if (isDebianRoot()) installDebianPackages(title, packages);
  return missing()
    ? `${title} is not installed. On Debian: apt-get install ${packages.join(' ')}`
    : undefined;
}

/** Ubuntu's package of the browser is a snap, which containers cannot run. */
export function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get') || !existsSync('/etc/os-release'))
    return false;
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

export function installDebianPackages(title, packages) {
  console.log(`Installing ${title} with apt-get …`);
  // Waits for another that installs. Without a runlevel of many users no service is started.
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
