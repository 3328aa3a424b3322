import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { Identity } from '../api/identity.ts';
import { createReadsFrom, type ReadsFrom } from '../api/reads-from.ts';
import { createBrowserWorld } from '../world/browser-world.ts';
import type { World } from '../world/world.ts';
import { createAskAgain } from './ask-again.ts';
import { followChanges, type Heard } from './follow-changes.ts';

/** One stream that the server was asked for; `since` is what it was asked to go on from. */
type Asked = {
  since: string | null;
  token: string;
  say(event: string, data: unknown, id?: string): void;
  end(): void;
  is_read: () => boolean;
};

let asked: Asked[];
let refuse: Response | null;
let closing: (() => void)[];

beforeEach(() => {
  asked = [];
  closing = [];
  refuse = null;
});
afterEach(() => {
  for (const close of closing) close();
});

/** As the server answers a stream. */
async function answer(url: string, { headers, signal }: RequestInit): Promise<Response> {
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
  const said = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
  asked.push({
    since: new URL(url, location.origin).searchParams.get('since'),
    token: new Headers(headers).get('authorization') ?? '',
    say: (event, data, id) =>
      said(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => controller?.close(),
    is_read: () => is_read,
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** One tab of the device, on which time goes a hundred times as fast. */
function openTab(
  user_id = 'driver',
  { positions = [], ...other }: Partial<World> & { positions?: readonly (string | null)[] } = {},
) {
  const heard: Heard[] = [];
  const listeners = { visible: new Set<() => void>(), hidden: new Set<() => void>() };
  let is_visible = true;
  const hearing = (name: keyof typeof listeners) => (listener: () => void) => {
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
  const browser = createBrowserWorld(`live-${newId()}`);
  const world: World = {
    ...browser,
    elapsed: () => browser.elapsed() * 100,
    timer: { after: (ms, work) => browser.timer.after(ms / 100, work) },
    send: answer,
    page: {
      ...browser.page,
      visible: () => is_visible,
      onVisible: hearing('visible'),
      onHidden: hearing('hidden'),
    },
    ...other,
  };
  const reads = createReadsFrom();
  for (const position of positions) asks(reads)(position);
  const close = followChanges(world, { identity, user_id, reads }, (one) => heard.push(one));
  closing.push(close);
  return {
    heard,
    identity,
    reads,
    close,
    look(at_it: boolean) {
      is_visible = at_it;
      for (const listener of listeners[at_it ? 'visible' : 'hidden']) listener();
    },
    subjects: () =>
      heard.flatMap((one) => (one.kind === 'hints' ? one.hints.map(({ subject_id }) => subject_id) : [])),
  };
}

/** Asks for something; the answer is called once it is there. */
function asks(reads: ReadsFrom): (position: string | null) => void {
  const { positions } = reads;
  return (position) => void positions.add(position);
}

const hint = (subject_id: string) => [{ topic: 'orders', subject_id, command_id: null }];

/** The newest stream, once so many were asked for. */
async function stream(count: number): Promise<Asked> {
  await vi.waitFor(() => expect(asked).toHaveLength(count));
  return asked.at(-1) as Asked;
}

test('of several tabs one reads a stream and the others hear what it hears; when it is left another goes on from there', async () => {
  const first = openTab();
  const leading = await stream(1);
  expect(leading).toMatchObject({ since: null, token: 'Bearer token' });
  const second = openTab();
  const stranger = openTab('somebody else');
  leading.say('read_all', {}, 'one');
  leading.say('hints', hint('a'), 'two');
  await vi.waitFor(() => expect([first.subjects(), second.subjects()]).toEqual([['a'], ['a']]));
  expect(asked).toHaveLength(1);
  expect(stranger.heard).toEqual([]);
  stranger.close();

  first.look(false);
  const next = await stream(2);
  expect(next.since).toBe('two');
  expect(leading.is_read()).toBe(false);
  next.say('hints', hint('b'), 'three');
  await vi.waitFor(() => expect(first.subjects()).toEqual(['a', 'b']));
  second.close();
  first.look(true);
  expect((await stream(3)).since).toBe('three');
});

test('a tab that is opened later learns from the one that leads how things stand', async () => {
  openTab();
  (await stream(1)).say('beat', {}, 'one');
  const second = openTab();
  await vi.waitFor(() => expect(second.heard).toContainEqual({ kind: 'beat' }));
});

const at = (xid: number | string, epoch = 'a') => `${epoch}0000000-0000-4000-8000-000000000000.${xid}`;
const readsAll = ({ heard }: { heard: Heard[] }) => heard.filter(({ kind }) => kind === 'read_all').length;

test('the first stream goes on from where the oldest answer was read; one that comes later from before that has all read again, once', async () => {
  const tab = openTab('driver', { positions: [at(12), at(9), at(10)] });
  const [behind, level] = [asks(tab.reads), asks(tab.reads)];
  const first = await stream(1);
  expect(first.since).toBe(at(9));
  first.say('beat', {}, at(14));
  await vi.waitFor(() => expect(tab.heard).toEqual([{ kind: 'beat' }]));
  level(at(9));
  expect(readsAll(tab)).toBe(0);
  behind(at(8));
  expect(readsAll(tab)).toBe(1);
  // Asked for while changes are heard of: what it may not show is told.
  asks(tab.reads)(null);
  expect(readsAll(tab)).toBe(1);
  tab.close();

  // Nobody can say where an answer of the version before was read, nor how two installations follow each other.
  for (const positions of [
    [at(9), at(9, 'b')],
    [at(9), null],
  ]) {
    const elsewhere = openTab('driver', { positions });
    expect((await stream(asked.length + 1)).since).toBeNull();
    expect(readsAll(elsewhere)).toBe(0);
    elsewhere.close();
  }
});

test('a tab that is opened later reads again only what may miss something that was told before', async () => {
  // Time does not pass: no tab takes over from the leading one on a slow machine.
  const elapsed = () => 0;
  openTab('driver', { positions: [at(5)], elapsed });
  const leading = await stream(1);
  leading.say('hints', hint('a'), at(20));
  const hearsFrom = async (...positions: (string | null)[]) => {
    const tab = openTab('driver', { positions, elapsed });
    await vi.waitFor(() => expect(tab.heard).toContainEqual({ kind: 'beat' }));
    return readsAll(tab);
  };
  expect(await hearsFrom(at(20), at(31))).toBe(0);
  expect(await hearsFrom()).toBe(0);
  expect(await hearsFrom(at(19))).toBe(1);
  expect(await hearsFrom(null)).toBe(1);
  expect(await hearsFrom(at(40, 'b'))).toBe(1);
  leading.say('beat', {}, `${at(20)}.10000000-0000-4000-8000-000000000000`);
  await vi.waitFor(async () => expect(await hearsFrom(at(20))).toBe(1));
  expect(asked).toHaveLength(1);
});

test('a tab that holds the lock and says nothing is taken over from', async () => {
  const sleeping = openTab();
  await stream(1);
  const second = openTab();
  // The first hears nothing from its server either, but gives up later than the second loses patience with both.
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  asked.at(-1)?.say('hints', hint('a'), 'one');
  await vi.waitFor(() => expect([sleeping.subjects(), second.subjects()]).toEqual([['a'], ['a']]));
});

test('after a stream broke off it says since when, and goes on where it was; after one that says why it ends, at once', async () => {
  const tab = openTab();
  const first = await stream(1);
  first.say('hints', hint('a'), 'one');
  await vi.waitFor(() => expect(tab.subjects()).toEqual(['a']));
  first.end();
  const second = await stream(2);
  expect(second.since).toBe('one');
  expect(tab.heard.at(-1)?.kind).toBe('lost');
  second.say('beat', {}, 'two');
  await vi.waitFor(() => expect(tab.heard.at(-1)?.kind).toBe('beat'));
  second.say('end', { reason: 'session' });
  expect((await stream(3)).since).toBe('two');
});

test('refused for its token it renews it; refused for its cursor it goes on without one', async () => {
  refuse = new Response('{}', { status: 401, headers: { 'content-type': 'application/problem+json' } });
  const tab = openTab();
  await vi.waitFor(() => expect(tab.identity.renew).toHaveBeenCalledWith('token'));
  refuse = null;
  const first = await stream(1);
  first.say('beat', {}, 'of another version');
  await vi.waitFor(() => expect(tab.heard.at(-1)?.kind).toBe('beat'));
  refuse = new Response('{}', { status: 422, headers: { 'content-type': 'application/problem+json' } });
  tab.heard.length = 0;
  first.end();
  await vi.waitFor(() => expect(tab.heard.length).toBeGreaterThan(1));
  expect(new Set(tab.heard.map(({ kind }) => kind))).toEqual(new Set(['lost']));
  refuse = null;
  expect((await stream(2)).since).toBeNull();
});

test('where the browser has no locks each tab reads a stream of its own', async () => {
  openTab('driver', { locks: null });
  openTab('driver', { locks: null });
  await stream(2);
});

test('a hint has exactly the reads on the page that show its topic ask again: together, and once more for what came meanwhile', async () => {
  const client = new QueryClient();
  const counts: Record<string, number> = {};
  let answerStops = () => {};
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
      answerStops = done;
    });
  const stops = [reading('list_stops', waits), reading('list_deposits')];
  const browser = createBrowserWorld();
  let is_visible = true;
  const world = { ...browser, page: { ...browser.page, visible: () => is_visible } };
  const shown = { list_stops: ['orders'], list_deposits: ['deposits'] } as const;
  const askAgain = createAskAgain(client, world, shown);
  await vi.waitFor(() => expect(counts).toEqual({ list_stops: 1, list_deposits: 1 }));
  // While it is still being asked for the first time.
  for (let at = 0; at < 30; at += 1) askAgain(new Set(['orders']));
  expect(counts.list_stops).toBe(1);
  answerStops();
  await vi.waitFor(() => expect(counts.list_stops).toBe(2));
  askAgain(new Set(['orders']));
  answerStops();
  await vi.waitFor(() => expect(counts.list_stops).toBe(3));
  answerStops();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(counts).toEqual({ list_stops: 3, list_deposits: 1 });
  // Nobody looks.
  is_visible = false;
  askAgain(new Set(['deposits']));
  askAgain(null);
  expect(counts).toEqual({ list_stops: 3, list_deposits: 1 });
  expect(client.getQueryState(['read', 'driver', 'list_deposits', null])?.isInvalidated).toBe(true);
  for (const stop of stops) stop();
  client.clear();
});
