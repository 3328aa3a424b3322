import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { tenths } from '../measure/measure.ts';

const SAMPLE_MS = 100;

/**
 * Samples the memory of processes until the returned function is called, which returns each peak in MB; 0
 * without /proc.
 */
export function watchPeaks<Name extends string>(
  pids: Record<Name, () => Promise<readonly number[]>>,
): () => Promise<Record<Name, number>> {
  const names = Object.keys(pids) as Name[];
  const peaks = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  let is_over = false;
  const watching = (async () => {
    while (!is_over) {
      for (const name of names) {
        const each = await Promise.all((await pids[name]()).map(memoryMb));
        peaks[name] = Math.max(peaks[name], ...each);
      }
      await new Promise((done) => setTimeout(done, SAMPLE_MS));
    }
  })();
  return async () => {
    is_over = true;
    await watching;
    return peaks;
  };
}

/** Returns the resident memory of a process, in MB. */
async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return tenths(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}

/** Returns a function that lists the browser's renderer processes, which run pages and their workers. */
export async function pageProcesses(browser: Browser): Promise<() => Promise<number[]>> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  };
}
