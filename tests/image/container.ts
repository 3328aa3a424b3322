import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StartSettings } from './containerfile.ts';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const IN_CONTAINER = fileURLToPath(new URL('in-container.sh', import.meta.url));
const NAMESPACES = ['--mount', '--propagation=private', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];

export type ContainerFiles = { root: string; files: string };
export type ProgramResult = { code: number; out: string };

/**
 * Returns true if this process may create namespaces and mount in them; inside a container it often may not.
 */
export async function canMakeNamespaces(): Promise<boolean> {
  const trial = ['sh', '-c', 'mount -t tmpfs tmpfs /mnt'];
  return promisify(execFile)('unshare', [...NAMESPACES, ...trial]).then(
    () => true,
    () => false,
  );
}

/**
 * Starts the image's program in its own namespaces, except for the network, which is the machine's, so that
 * it reaches a database on loopback.
 */
export function startContainer(
  { root, files }: ContainerFiles,
  started: StartSettings,
  env: Record<string, string>,
) {
  const { user, directory, command } = started;
  const inside = { PATH, ...started.env, ...env };
  const parameters = [...NAMESPACES, IN_CONTAINER, root, files, user, directory, ...command];
  const child = spawn('unshare', parameters, { env: inside, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    output: () => output,
    ended,
    /** The container's first process, by its process id outside. */
    pid: () => onlyChildOf(child),
    /** Runs another program in the container, like `podman exec`. */
    async run(program: readonly string[], more: Record<string, string> = {}): Promise<ProgramResult> {
      const [uid = '', gid = ''] = user.split(':');
      const into = ['--target', String(onlyChildOf(child)), '--mount', '--pid', '--ipc', '--uts', '--root'];
      const parameters = [...into, '--setuid', uid, '--setgid', gid, '--', ...program];
      return promisify(execFile)('nsenter', parameters, { cwd: '/', env: { ...inside, ...more } }).then(
        ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          out: error.stdout + error.stderr,
        }),
      );
    },
    /** Lists a directory of the container. */
    list: (path: string) => readdirSync(`/proc/${onlyChildOf(child)}/root${path}`),
    status: () => readFileSync(`/proc/${onlyChildOf(child)}/status`, 'utf8'),
    kill: () => child.kill('SIGKILL'),
  };
}

export type Container = ReturnType<typeof startContainer>;

function onlyChildOf({ pid }: ChildProcess): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  if (!child) throw new Error('The container has ended');
  return Number(child);
}
