/** A file of the build: its address, and what its bytes have to be (Subresource Integrity). */
export type ShellFile = readonly [path: string, integrity: string];

/** What one version of the app is made of. `page`: the integrity of the one page, as the server serves it. */
export type ShellBuild = { version: string; files: readonly ShellFile[]; page: string };

const CACHE = 'shell ';
/** Under this address every version has the one page. It is put there last: a cache that has it is whole. */
const PAGE = '/';
/** Files under it carry a hash of their content in their name, and are the same in every version that has them. */
const HASHED = '/assets/';
const AT_ONCE = 4;
/** As many as the servers keep. */
const VERSIONS = 3;

/** Answers depend on no header: each version has one answer for an address, whoever asks in whatever words. */
const LOOK = { ignoreVary: true } as const;

/** The files of one version of the app, kept by this browser. Nothing else may ever lie in its caches. */
export type Shell = ReturnType<typeof createShell>;

export function createShell({ version, files, page }: ShellBuild) {
  const name = CACHE + version;
  const integrities = new Map(files);

  async function keep(cache: Cache, path: string, integrity: string): Promise<void> {
    if (await cache.match(path, LOOK)) return;
    // Also what an earlier version has: only what changed is loaded.
    const there = path.startsWith(HASHED) ? await caches.match(path, LOOK) : undefined;
    await cache.put(path, there ?? (await load(path, integrity)));
  }

  return {
    /** Keeps the whole version, going on where an attempt of before ended. Rejects when anything of it could not be had as it has to be. */
    async keepAll(): Promise<void> {
      await dropUnfinished(name);
      const cache = await caches.open(name);
      try {
        const waiting = [...integrities];
        const keepSome = async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) await keep(cache, ...next);
        };
        await Promise.all(Array.from({ length: AT_ONCE }, keepSome));
        await cache.put(PAGE, await load(PAGE, page));
      } catch (error) {
        // What is not sent yet needs the room more.
        if (isFull(error)) await caches.delete(name);
        throw error;
      }
    },
    /**
     * This version serves from now on. Those before it stay for a while, as on the servers: their pages may be open still, and load
     * what they have not loaded yet, without signal too.
     */
    async dropOld(): Promise<void> {
      const others: string[] = [];
      for (const other of await shells()) if (other !== name && (await isWhole(other))) others.push(other);
      for (const other of others.slice(0, 1 - VERSIONS)) await caches.delete(other);
    },
    has: (path: string) => integrities.has(path) || path.startsWith(HASHED),
    /** A file as it is kept, this version's first; else the network's, which still has those of versions before. */
    async file(request: Request): Promise<Response> {
      const own = await (await caches.open(name)).match(request, LOOK);
      return own ?? (await caches.match(request, LOOK)) ?? (await fetch(request));
    },
    /** The one page; the network's where this browser has thrown it away. */
    async page(request: Request): Promise<Response> {
      return (await (await caches.open(name)).match(PAGE, LOOK)) ?? (await fetch(request));
    },
  };
}

/** The bytes have to be those that were built: no page of a hotel, and no file of another version. */
async function load(path: string, integrity: string): Promise<Response> {
  // A hashed file may come from where the browser has it already; of all else the newest is asked for.
  const cache: RequestCache = path.startsWith(HASHED) ? 'default' : 'no-cache';
  const wanted: RequestInit = { integrity, cache, credentials: 'omit', redirect: 'error', priority: 'low' };
  const answer = await fetch(path, wanted);
  if (!answer.ok) throw new TypeError(`${path} answered ${answer.status}`);
  return answer;
}

/** In the order in which they were begun. */
async function shells(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE));
}

/** What an attempt has left that was given up for a newer version. */
async function dropUnfinished(wanted: string): Promise<void> {
  for (const name of await shells()) {
    if (name !== wanted && !(await isWhole(name))) await caches.delete(name);
  }
}

async function isWhole(name: string): Promise<boolean> {
  return (await (await caches.open(name)).match(PAGE, LOOK)) !== undefined;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
