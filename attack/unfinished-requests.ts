import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttackedServer } from './attacked-server.ts';
import { deliver } from './deliver.ts';
import { AttackReport } from './report.ts';
import { type Flood, type FloodMode, floodSockets } from './socket-flood.ts';

/** The limits while unauthenticated clients send requests that never end. */
const RSS_MB_MAX = 300;
const SLOWER_MAX = 3;
/** The memory that a few hundred slow connections may use. */
const GROWN_MB_MAX = 100;
/** The server closes half-sent requests within this time. */
const CUT_OFF_MS_MAX = 75_000;

/**
 * Sends unsigned webhooks that never end, in large chunks or in one-byte chunks: memory stays bounded and a
 * driver can still deliver.
 */
export async function webhookFlood(
  place: AttackedServer,
  sizes: FloodSizes,
  mode: 'body' | 'crumbs',
): Promise<AttackReport> {
  const chunks = mode === 'crumbs' ? ' in one-byte chunks' : '';
  const tries = new AttackReport(`Webhook flood: ${sizes.sockets} unfinished, unsigned posts${chunks}`);
  const quiet_ms = median(await deliverSome(place, sizes.deliveries));
  const flood = floodSockets(toWebhooks(place, sizes.sockets, mode));
  const memory = watchMemory(place.server.pid);
  await until(() => flood.seen.opened >= sizes.sockets, 'the flood to start');
  try {
    const flooded_ms = median(await deliverSome(place, sizes.deliveries));
    tries.bound('memory of the server at most', await memory.stop(), RSS_MB_MAX, 'MB');
    tries.bound('a delivery with photo, against quiet', flooded_ms / quiet_ms, SLOWER_MAX, 'times');
    tries.figures.push(
      `a delivery took ${Math.round(quiet_ms)} ms quiet, ${Math.round(flooded_ms)} ms flooded`,
    );
    tries.figures.push(`responses: ${JSON.stringify(flood.seen.responses)}`);
    tries.check(!flood.seen.responses['200'], 'an unsigned webhook was accepted');
  } finally {
    flood.stop();
  }
  return tries;
}

export type FloodSizes = { sockets: number; deliveries: number };

/**
 * Opens connections that send nothing, half a line, or one byte per second: they are closed, and all others
 * are served.
 */
export async function slowRequests(place: AttackedServer, sizes: FloodSizes): Promise<AttackReport> {
  const tries = new AttackReport(`Slow requests: ${sizes.sockets} of each kind`);
  const before_mb = await memoryOf(place.server.pid);
  const modes: FloodMode[] = ['silent', 'header', 'trickle'];
  const floods = modes.map((mode) => ({ mode, flood: floodSockets(toWebhooks(place, sizes.sockets, mode)) }));
  const started = performance.now();
  const memory = watchMemory(place.server.pid);
  try {
    const isThere = ({ flood }: { flood: Flood }) => flood.seen.opened >= sizes.sockets;
    await until(() => floods.every(isThere), 'the connections to open');
    for (let n = 0; n < sizes.deliveries; n += 1) {
      const failed = await deliver(place).then(() => null, String);
      tries.check(failed === null, String(failed));
    }
    for (const { mode, flood } of floods) {
      const left_ms = CUT_OFF_MS_MAX - (performance.now() - started);
      const cut = await within(() => flood.seen.closed >= sizes.sockets, left_ms);
      tries.check(cut, `${mode}: only ${flood.seen.closed} of ${sizes.sockets} connections were cut off`);
    }
    const grown_mb = (await memory.stop()) - before_mb;
    tries.bound('memory of the server grown by', grown_mb, GROWN_MB_MAX, 'MB');
  } finally {
    for (const { flood } of floods) flood.stop();
  }
  return tries;
}

function toWebhooks(place: AttackedServer, sockets: number, mode: FloodMode) {
  const headers = {
    'content-type': 'application/json',
    'x-shopify-shop-domain': place.store_domain,
    'x-shopify-topic': 'orders/create',
    'x-shopify-webhook-id': 'flood',
    'x-shopify-hmac-sha256': Buffer.alloc(32, 7).toString('base64'),
  };
  return { url: place.server.url, sockets, mode, headers, path: '/webhooks/shopify' };
}

async function deliverSome(place: AttackedServer, deliveries: number): Promise<number[]> {
  const took_ms: number[] = [];
  for (let n = 0; n < deliveries; n += 1) took_ms.push(await deliver(place));
  return took_ms;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns the resident memory of a process in MB according to Linux, or 0 on other systems. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
}

/** Measures the largest resident memory of a process in MB until it is stopped. */
function watchMemory(pid: number): { stop(): Promise<number> } {
  let most = 0;
  const measure = async () => {
    most = Math.max(most, await memoryOf(pid));
  };
  const timer = setInterval(() => void measure(), 100);
  return {
    stop: async () => {
      clearInterval(timer);
      await measure();
      return most;
    },
  };
}

async function until(done: () => boolean, what: string): Promise<void> {
  if (!(await within(done, 30_000))) throw new Error(`waited too long for ${what}`);
}

async function within(done: () => boolean, ms_max: number): Promise<boolean> {
  const end = performance.now() + ms_max;
  while (!done()) {
    if (performance.now() > end) return false;
    await pause(50);
  }
  return true;
}
