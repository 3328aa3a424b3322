import type { LockRequest, Locks } from '../../web/environment/environment.ts';
import type { Schedule } from '../schedule.ts';

type Mode = 'exclusive' | 'shared';
type Tab = { is_gone(): boolean; onGone(work: () => void): void };
type Held = { name: string; mode: Mode; tab: Tab; lose(): void };
type Wanted = { name: string; mode: Mode; tab: Tab; grant(): void };

/** The locks that the tabs of one phone share, like `navigator.locks`. */
export type DeviceLocks = { locksFor(tab: Tab): Locks };

export function createDeviceLocks(schedule: Schedule): DeviceLocks {
  const held = new Set<Held>();
  const wanted: Wanted[] = [];

  const isFree = (name: string, mode: Mode) =>
    [...held].every((lock) => lock.name !== name || (lock.mode === 'shared' && mode === 'shared'));

  /** Grants locks in the order of the requests: one that cannot be granted blocks those after it. */
  function grantNext(): void {
    const blocked = new Set<string>();
    for (const one of [...wanted]) {
      if (blocked.has(one.name) || !isFree(one.name, one.mode)) {
        blocked.add(one.name);
        continue;
      }
      wanted.splice(wanted.indexOf(one), 1);
      one.grant();
    }
  }

  function forget(tab: Tab): void {
    for (const lock of [...held]) if (lock.tab === tab) held.delete(lock);
    for (const one of wanted.filter((each) => each.tab === tab)) wanted.splice(wanted.indexOf(one), 1);
    schedule.after(1, grantNext);
  }

  return {
    locksFor(tab) {
      tab.onGone(() => forget(tab));
      return {
        request: <T>(name: string, request: LockRequest, work: (granted: boolean) => Promise<T>) =>
          new Promise<T>((resolve, reject) => {
            const { mode = 'exclusive', ifAvailable, steal, signal } = request;
            if (tab.is_gone()) return;
            if (signal?.aborted) return reject(abortError());
            const run = () => {
              const lock: Held = { name, mode, tab, lose: () => reject(abortError()) };
              held.add(lock);
              schedule.after(1, () => {
                if (tab.is_gone()) return;
                work(true)
                  .then(resolve, reject)
                  .finally(() => {
                    held.delete(lock);
                    schedule.after(1, grantNext);
                  });
              });
            };
            if (steal) {
              for (const lock of [...held]) {
                if (lock.name !== name) continue;
                held.delete(lock);
                if (!lock.tab.is_gone()) lock.lose();
              }
              return run();
            }
            const queued = wanted.some((one) => one.name === name);
            if (!queued && isFree(name, mode)) return run();
            if (ifAvailable) return void work(false).then(resolve, reject);
            const one: Wanted = { name, mode, tab, grant: run };
            wanted.push(one);
            signal?.addEventListener('abort', () => {
              const at = wanted.indexOf(one);
              if (at < 0) return;
              wanted.splice(at, 1);
              reject(abortError());
              schedule.after(1, grantNext);
            });
          }),
        held: async () => [...held].map(({ name }) => name),
      };
    },
  };
}

function abortError(): DOMException {
  return new DOMException('The lock is not available.', 'AbortError');
}
