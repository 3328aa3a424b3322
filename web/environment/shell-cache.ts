/** A file of the build: its path, and its integrity hash (Subresource Integrity). */
export type ShellFile = readonly [path: string, integrity: string];

/**
 * The parts of one version of the app. `page`: the integrity hash of the HTML page as the server sends it.
 */
export type ShellBuild = { version: string; files: readonly ShellFile[]; page: string };

const CACHE = 'shell ';
/** Key of the HTML page in the cache of each version. It is stored last: a cache that has it is complete. */
const PAGE = '/';
/**
 * File names in this folder contain a hash of the content, so equal names mean equal files in all versions.
 */
const HASHED = '/assets/';
const AT_ONCE = 4;
/** Number of cached versions, the same as on the servers. */
const VERSIONS = 3;

/** Responses do not vary by request header: each version has one response per URL. */
const MATCH_OPTIONS = { ignoreVary: true } as const;

/**
 * The files of the app that this browser has cached, by version. The caches must never hold anything else.
 */
export type Shell = ReturnType<typeof createShell>;

export function createShell({ version, files, page }: ShellBuild) {
  const name = CACHE + version;
  const integrities = new Map(files);

  async function keep(cache: Cache, path: string, integrity: string): Promise<void> {
    if (await cache.match(path, MATCH_OPTIONS)) return;
    // A file of an earlier version is reused: only changed files are downloaded.
    const there = path.startsWith(HASHED) ? await caches.match(path, MATCH_OPTIONS) : undefined;
    await cache.put(path, there ?? (await load(path, integrity)));
  }

  return {
    /**
     * Caches the whole version and resumes an interrupted attempt. Rejects if a file is missing or has the
     * wrong hash.
     */
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
        // Unsent entries need the space more than the app's files do.
        if (isFull(error)) await caches.delete(name);
        throw error;
      }
    },
    /**
     * Deletes old versions once this one is active, except the newest few, as on the servers: pages of an old
     * version may still be open and load more of its files, even offline.
     */
    async dropOld(): Promise<void> {
      const others: string[] = [];
      for (const other of await shells()) if (other !== name && (await isWhole(other))) others.push(other);
      for (const other of others.slice(0, 1 - VERSIONS)) await caches.delete(other);
    },
    has: (path: string) => integrities.has(path) || path.startsWith(HASHED),
    /**
     * Returns a file from this version's cache, then from any cache, then from the network (for files of old
     * versions).
     */
    async file(request: Request): Promise<Response> {
      const own = await (await caches.open(name)).match(request, MATCH_OPTIONS);
      return own ?? (await caches.match(request, MATCH_OPTIONS)) ?? (await fetch(request));
    },
    /** Returns the HTML page, from the network if the browser has evicted it. */
    async page(request: Request): Promise<Response> {
      return (await (await caches.open(name)).match(PAGE, MATCH_OPTIONS)) ?? (await fetch(request));
    },
  };
}

/**
 * Downloads a file and checks its hash, which rejects a captive portal's page or a file of another version.
 */
async function load(path: string, integrity: string): Promise<Response> {
  // A hashed file may come from the HTTP cache; everything else is revalidated.
  const cache: RequestCache = path.startsWith(HASHED) ? 'default' : 'no-cache';
  const wanted: RequestInit = { integrity, cache, credentials: 'omit', redirect: 'error', priority: 'low' };
  const response = await fetch(path, wanted);
  if (!response.ok) throw new TypeError(`${path}: status ${response.status}`);
  return response;
}

/** Returns the names of the app's caches, oldest first. */
async function shells(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE));
}

/** Deletes incomplete caches of other versions, left by attempts that a newer version replaced. */
async function dropUnfinished(wanted: string): Promise<void> {
  for (const name of await shells()) {
    if (name !== wanted && !(await isWhole(name))) await caches.delete(name);
  }
}

async function isWhole(name: string): Promise<boolean> {
  return (await (await caches.open(name)).match(PAGE, MATCH_OPTIONS)) !== undefined;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
