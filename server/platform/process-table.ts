import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './error-code.ts';

const run = promisify(execFile);

/** Returns true if a process with this id exists, of any user. Zombies count too: see isRunning. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Returns true if the process exists and, on Linux, is not a zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  return isAlive(pid) && (process.platform !== 'linux' || (await statOf(pid))[0] !== 'Z');
}

/**
 * Returns the start time of a process in an opaque format; null if the process is gone or cannot be
 * inspected.
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const fields = await statOf(pid);
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  }
  return process.platform === 'win32'
    ? outputOf('powershell', powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`))
    : outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** Returns the fields of /proc/PID/stat, from the process state on. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The field before it is the program's name in brackets and may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * Returns the command line of a process, empty for system processes that have none; null if the process is
 * gone or cannot be inspected.
 */
export async function processCommandLine(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return text?.replaceAll('\0', ' ').trim() ?? null;
  }
  return process.platform === 'win32'
    ? outputOf(
        'powershell',
        powershell(`(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`),
      )
    : outputOf('ps', ['-o', 'command=', '-p', String(pid)]);
}

/** Returns the working directory of a process; null if the system does not show it. */
export async function processDirectory(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? readlink(`/proc/${pid}/cwd`).catch(() => null) : null;
}

/** Returns an id that changes with every boot; null if the system has none. */
export async function bootId(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return text.trim() || null;
}

/**
 * Returns the namespace in which process ids are valid (each container has one); null if the system has none.
 */
export async function processNamespace(): Promise<string | null> {
  return process.platform === 'linux' ? readlink('/proc/self/ns/pid').catch(() => null) : null;
}

function powershell(command: string): string[] {
  return ['-NoProfile', '-NonInteractive', '-Command', command];
}

async function outputOf(program: string, parameters: string[]): Promise<string | null> {
  try {
    const { stdout } = await run(program, parameters, { env: { ...process.env, LC_ALL: 'C' } });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
