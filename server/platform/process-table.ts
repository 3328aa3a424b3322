import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './error-code.ts';

const run = promisify(execFile);

/** Whether a process with this id exists, whoever owns it; one that only waits to be reaped counts too: see isRunning. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** As `isAlive`, without those that have ended and only wait to be reaped, where the system tells. */
export async function isRunning(pid: number): Promise<boolean> {
  return isAlive(pid) && (process.platform !== 'linux' || (await statOf(pid))[0] !== 'Z');
}

/** When a process started, in words only comparable to each other; null when it is gone or cannot be asked. */
export async function processStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const fields = await statOf(pid);
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  }
  return process.platform === 'win32'
    ? answerOf('powershell', powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`))
    : answerOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** What Linux tells of a process, from its state on. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The field before is the program's name in brackets and may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The command line of a process, empty where it has none (parts of the system); null when it is gone or cannot be asked. */
export async function processCommandLine(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return text?.replaceAll('\0', ' ').trim() ?? null;
  }
  return process.platform === 'win32'
    ? answerOf(
        'powershell',
        powershell(`(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`),
      )
    : answerOf('ps', ['-o', 'command=', '-p', String(pid)]);
}

/** The directory a process works in; null where the system does not tell. */
export async function processDirectory(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? readlink(`/proc/${pid}/cwd`).catch(() => null) : null;
}

/** Changes with every start of the machine; null where the system does not tell. */
export async function bootId(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return text.trim() || null;
}

/** Process ids mean something only inside one of these (containers have their own); null where there are none. */
export async function processNamespace(): Promise<string | null> {
  return process.platform === 'linux' ? readlink('/proc/self/ns/pid').catch(() => null) : null;
}

function powershell(command: string): string[] {
  return ['-NoProfile', '-NonInteractive', '-Command', command];
}

async function answerOf(program: string, parameters: string[]): Promise<string | null> {
  try {
    const { stdout } = await run(program, parameters, { env: { ...process.env, LC_ALL: 'C' } });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
