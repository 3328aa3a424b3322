import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createFeedPositions, type FeedPositions } from '../api/feed-positions.ts';
import type { Identity } from '../api/identity.ts';
import { createBrowserEnvironment } from '../environment/browser-environment.ts';
import type { Environment } from '../environment/environment.ts';
import { followChanges, type LiveEvent } from './follow-changes.ts';
import { createRefetch } from './refetch.ts';

/** A stream that was requested from the server; `since` is the requested position. */
type Requested = {
  since: string | null;
  token: string;
  send(event: string, data: unknown, id?: string): void;
  end(): void;
  is_read: () => boolean;
};

let requested: Requested[];
let refuse: Response | null;
let closing: (() => void)[];

beforeEach(() => {
  requested = [];
  closing = [];
  refuse = null;
});
afterEach(() => {
  for (const close of closing) close();
});

/** Responds as the server does. */
async function respond(url: string, { headers, signal }: RequestInit): Promise<Response> {
  if (refuse) return refuse;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let is_read = true;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      is_read = false;
    },
  });
  signal?.addEventListener('abort', () => {
    if (!is_read) return;
    is_read = false;
    controller?.error(signal.reason);
  });
  const write = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
  requested.push({
    since: new URL(url, location.origin).searchParams.get('since'),
    token: new Headers(headers).get('authorization') ?? '',
    send: (event, data, id) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => controller?.close(),
    is_read: () => is_read,
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Opens a tab of the device, with time running a hundred times as fast. */
function openTab(
  user_id = 'driver',
  { positions = [], ...other }: Partial<Environment> & { positions?: readonly (string | null)[] } = {},
) {
  const events: LiveEvent[] = [];
  const listeners = { visible: new Set<() => void>(), hidden: new Set<() => void>() };
  let is_visible = true;
  const listening = (name: keyof typeof listeners) => (listener: () => void) => {
    listeners[name].add(listener);
    return () => listeners[name].delete(listener);
  };
  const credentials = async () => ({ user_id, access_token: 'token' });
  const identity: Identity = {
    user_id: () => user_id,
    subscribe: () => () => {},
    credentials,
    renew: vi.fn(credentials),
  };
  const browser = createBrowserEnvironment(`live-${newId()}`);
  const environment: Environment = {
    ...browser,
    elapsed: () => browser.elapsed() * 100,
    timer: { after: (ms, work) => browser.timer.after(ms / 100, work) },
    send: respond,
    page: {
      ...browser.page,
      visible: () => is_visible,
      onVisible: listening('visible'),
      onHidden: listening('hidden'),
    },
    ...other,
  };
  const reads = createFeedPositions();
  for (const position of positions) startRead(reads)(position);
  const close = followChanges(environment, { identity, user_id, reads }, (one) => events.push(one));
  closing.push(close);
  return {
    events,
    identity,
    reads,
    close,
    setVisible(visible: boolean) {
      is_visible = visible;
      for (const listener of listeners[visible ? 'visible' : 'hidden']) listener();
    },
    subjects: () =>
      events.flatMap((one) => (one.kind === 'hints' ? one.hints.map(({ subject_id }) => subject_id) : [])),
  };
}

/** Starts a read; call the returned function with the position of its response. */
function startRead(reads: FeedPositions): (position: string | null) => void {
  const { positions } = reads;
  return (position) => void positions.add(position);
}

const hint = (subject_id: string) => [{ topic: 'orders', subject_id, command_id: null }];

/** Waits for the given number of requested streams, and returns the newest. */
async function stream(count: number): Promise<Requested> {
  await vi.waitFor(() => expect(requested).toHaveLength(count));
  return requested.at(-1) as Requested;
}

test('one of several tabs reads the stream for all; when it is hidden, another resumes from there', async () => {
  const first = openTab();
  const leading = await stream(1);
  expect(leading).toMatchObject({ since: null, token: 'Bearer token' });
  const second = openTab();
  const other_user = openTab('another user');
  leading.send('read_all', {}, 'one');
  leading.send('hints', hint('a'), 'two');
  await vi.waitFor(() => expect([first.subjects(), second.subjects()]).toEqual([['a'], ['a']]));
  expect(requested).toHaveLength(1);
  expect(other_user.events).toEqual([]);
  other_user.close();

  first.setVisible(false);
  const next = await stream(2);
  expect(next.since).toBe('two');
  expect(leading.is_read()).toBe(false);
  next.send('hints', hint('b'), 'three');
  await vi.waitFor(() => expect(first.subjects()).toEqual(['a', 'b']));
  second.close();
  first.setVisible(true);
  expect((await stream(3)).since).toBe('three');
});

test('a tab opened later gets the present state from the leading tab', async () => {
  openTab();
  (await stream(1)).send('beat', {}, 'one');
  const second = openTab();
  await vi.waitFor(() => expect(second.events).toContainEqual({ kind: 'beat' }));
});

const at = (xid: number | string, epoch = 'a') => `${epoch}0000000-0000-4000-8000-000000000000.${xid}`;
const readsAll = ({ events }: { events: LiveEvent[] }) =>
  events.filter(({ kind }) => kind === 'read_all').length;

test('the first stream starts at the oldest read; a later response from before that causes one full reread', async () => {
  const tab = openTab('driver', { positions: [at(12), at(9), at(10)] });
  const [behind, level] = [startRead(tab.reads), startRead(tab.reads)];
  const first = await stream(1);
  expect(first.since).toBe(at(9));
  first.send('beat', {}, at(14));
  await vi.waitFor(() => expect(tab.events).toEqual([{ kind: 'beat' }]));
  level(at(9));
  expect(readsAll(tab)).toBe(0);
  behind(at(8));
  expect(readsAll(tab)).toBe(1);
  // Requested while the stream is connected: the stream reports any change that the response misses.
  startRead(tab.reads)(null);
  expect(readsAll(tab)).toBe(1);
  tab.close();

  // Responses of the previous version have no position, and positions of two installations have no order.
  for (const positions of [
    [at(9), at(9, 'b')],
    [at(9), null],
  ]) {
    const elsewhere = openTab('driver', { positions });
    expect((await stream(requested.length + 1)).since).toBeNull();
    expect(readsAll(elsewhere)).toBe(0);
    elsewhere.close();
  }
});

test('a tab opened later rereads only what may miss an earlier change', async () => {
  // The clock is frozen, so that no tab replaces the leading one on a slow computer.
  const elapsed = () => 0;
  openTab('driver', { positions: [at(5)], elapsed });
  const leading = await stream(1);
  leading.send('hints', hint('a'), at(20));
  const rereads = async (...positions: (string | null)[]) => {
    const tab = openTab('driver', { positions, elapsed });
    await vi.waitFor(() => expect(tab.events).toContainEqual({ kind: 'beat' }));
    return readsAll(tab);
  };
  expect(await rereads(at(20), at(31))).toBe(0);
  expect(await rereads()).toBe(0);
  expect(await rereads(at(19))).toBe(1);
  expect(await rereads(null)).toBe(1);
  expect(await rereads(at(40, 'b'))).toBe(1);
  leading.send('beat', {}, `${at(20)}.10000000-0000-4000-8000-000000000000`);
  await vi.waitFor(async () => expect(await rereads(at(20))).toBe(1));
  expect(requested).toHaveLength(1);
});

test('a tab that holds the lock and forwards nothing is replaced', async () => {
  const sleeping = openTab();
  await stream(1);
  const second = openTab();
  // The first tab receives nothing from its server either, but times out later than the second tab replaces
  // it.
  await vi.waitFor(() => expect(requested.length).toBeGreaterThan(1));
  requested.at(-1)?.send('hints', hint('a'), 'one');
  await vi.waitFor(() => expect([sleeping.subjects(), second.subjects()]).toEqual([['a'], ['a']]));
});

test('a broken stream is reported as lost and resumed; one that ends for its session is resumed at once', async () => {
  const tab = openTab();
  const first = await stream(1);
  first.send('hints', hint('a'), 'one');
  await vi.waitFor(() => expect(tab.subjects()).toEqual(['a']));
  first.end();
  const second = await stream(2);
  expect(second.since).toBe('one');
  expect(tab.events.at(-1)?.kind).toBe('lost');
  second.send('beat', {}, 'two');
  await vi.waitFor(() => expect(tab.events.at(-1)?.kind).toBe('beat'));
  second.send('end', { reason: 'session' });
  expect((await stream(3)).since).toBe('two');
});

test('a 401 renews the token; a 422 for the cursor makes the next stream start without one', async () => {
  refuse = new Response('{}', { status: 401, headers: { 'content-type': 'application/problem+json' } });
  const tab = openTab();
  await vi.waitFor(() => expect(tab.identity.renew).toHaveBeenCalledWith('token'));
  refuse = null;
  const first = await stream(1);
  first.send('beat', {}, 'of another version');
  await vi.waitFor(() => expect(tab.events.at(-1)?.kind).toBe('beat'));
  refuse = new Response('{}', { status: 422, headers: { 'content-type': 'application/problem+json' } });
  tab.events.length = 0;
  first.end();
  await vi.waitFor(() => expect(tab.events.length).toBeGreaterThan(1));
  expect(new Set(tab.events.map(({ kind }) => kind))).toEqual(new Set(['lost']));
  refuse = null;
  expect((await stream(2)).since).toBeNull();
});

test('without browser locks each tab reads its own stream', async () => {
  openTab('driver', { locks: null });
  openTab('driver', { locks: null });
  await stream(2);
});

test('a hint refetches exactly the visible reads of its topic, once, and again for hints during a fetch', async () => {
  const client = new QueryClient();
  const counts: Record<string, number> = {};
  let respondToStops = () => {};
  const reading = (name: string, wait?: () => Promise<void>) =>
    new QueryObserver(client, {
      queryKey: ['read', 'driver', name, null],
      queryFn: async () => {
        counts[name] = (counts[name] ?? 0) + 1;
        await wait?.();
        return { answer: counts[name] };
      },
    }).subscribe(() => {});
  const waits = () =>
    new Promise<void>((done) => {
      respondToStops = done;
    });
  const stops = [reading('list_stops', waits), reading('list_deposits')];
  const browser = createBrowserEnvironment();
  let is_visible = true;
  const environment = { ...browser, page: { ...browser.page, visible: () => is_visible } };
  const shown = { list_stops: ['orders'], list_deposits: ['deposits'] } as const;
  const askAgain = createRefetch(client, environment, shown);
  await vi.waitFor(() => expect(counts).toEqual({ list_stops: 1, list_deposits: 1 }));
  // These hints arrive during the first fetch.
  for (let at = 0; at < 30; at += 1) askAgain(new Set(['orders']));
  expect(counts.list_stops).toBe(1);
  respondToStops();
  await vi.waitFor(() => expect(counts.list_stops).toBe(2));
  askAgain(new Set(['orders']));
  respondToStops();
  await vi.waitFor(() => expect(counts.list_stops).toBe(3));
  respondToStops();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(counts).toEqual({ list_stops: 3, list_deposits: 1 });
  // On a hidden page, hints trigger no fetch.
  is_visible = false;
  askAgain(new Set(['deposits']));
  askAgain(null);
  expect(counts).toEqual({ list_stops: 3, list_deposits: 1 });
  expect(client.getQueryState(['read', 'driver', 'list_deposits', null])?.isInvalidated).toBe(true);
  for (const stop of stops) stop();
  client.clear();
});
