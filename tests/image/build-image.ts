import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Stage, Step } from './containerfile.ts';

/** The options of Debian's own slim images: no documentation, no packages that are only recommended. */
const SLIM = [
  '--variant=minbase',
  // The package without the Perl program that merges /usr.
  '--include=usr-is-merged',
  '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
  '--aptopt=APT::Install-Recommends "false"',
  ...['doc', 'info', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
];

/**
 * Runs the build stage in `place` instead of its WORKDIR, on the checkout in `source` with the Node in `bin`.
 */
export function runBuildStage(
  { steps }: Stage,
  { source, place, bin }: Record<'source' | 'place' | 'bin', string>,
): void {
  mkdirSync(place, { recursive: true });
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  for (const step of steps) {
    if (step.kind === 'run') run('sh', ['-c', step.command], place, env);
    else copyIn(step, source, place);
  }
}

/**
 * Creates the image's file system in `root`: Debian by its own tools, then the files that the stage copies
 * from the build in `built`.
 */
export function createImage({ base, steps }: Stage, built: { stage: Stage; place: string }, root: string) {
  const release = /^docker\.io\/library\/debian:(\w+)-slim$/.exec(base)?.[1];
  if (!release) throw new Error(`${base} is not Debian slim`);
  run('mmdebstrap', [...SLIM, release, root], '/');
  for (const step of steps) {
    if (step.kind !== 'copy_from_build') throw new Error('Only the build may be copied into the image');
    const inside = step.from.slice(built.stage.started.directory.length);
    // Links are kept as they are, because they point to places inside the image.
    cpSync(join(built.place, inside), join(root, step.to), { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * Returns the disk usage of `root` in MB of 1,000,000 bytes: Debian, Node and the product, each file once.
 */
export function sizeOf(root: string): number {
  const bytes = execFileSync('du', ['--summarize', '--one-file-system', '--block-size=1', root]);
  return Number(bytes.toString().split('\t')[0]) / 1_000_000;
}

/** Copies only what .dockerignore allows. */
function copyIn(step: Step, source: string, place: string): void {
  if (step.kind !== 'copy' || step.to !== '.') throw new Error('The build may copy into its directory only');
  const all = readFileSync(join(source, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm);
  const wanted = [...all]
    .map(([, name = '']) => name)
    .filter((name) => step.from.includes('.') || step.from.includes(name));
  if (wanted.length === 0) throw new Error(`.dockerignore excludes all of ${step.from.join(' ')}`);
  for (const name of wanted) cpSync(join(source, name), join(place, name), { recursive: true });
}

function run(program: string, parameters: string[], cwd: string, env = process.env): void {
  execFileSync(program, parameters, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
