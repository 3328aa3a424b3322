import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContainerfile } from '../image/containerfile.ts';

const CONTAINERFILE = fileURLToPath(new URL('../../Containerfile', import.meta.url));

/** Returns the version of Node that the Containerfile names, such as `24.21.0`. */
export function versionOfImage(): string {
  const [build] = readContainerfile(CONTAINERFILE);
  const [, version] = /\/node:([\d.]+)-/.exec(build?.base ?? '') ?? [];
  if (version === undefined) throw new Error('The Containerfile does not begin with an image of Node');
  return version;
}

/** Installs that Node below `directory`, from npm's package `node`. Returns its directory for PATH. */
export function installNodeOfImage(directory: string): string {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, '--prefix', directory, `node@${versionOfImage()}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(directory, 'node_modules', 'node', 'bin');
}
