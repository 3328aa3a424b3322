import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { MAX_FILE_BYTES } from '../../../contract/rules/storage-paths.ts';
import { Problem } from '../problem.ts';
import { growingBytes } from './growing-bytes.ts';

/** Once so many bytes lie unread, the socket is not read any more. What it brings at a time, 64 KiB, comes on top. */
const UNREAD_BYTES_MAX = 16 * 1024;
/** Nobody honest sends so many pieces and so little in them: each costs the time of hundreds of bytes. */
const CRUMBS = { pieces: 500, bytes_each: 64 };

export type ArrivingBody = ReturnType<typeof arrivingBody>;

/** A request on its socket, with the number it was given there, and with its body if it has one. */
export type Exchange = Partial<HttpBindings> & { request_id?: string; body?: ArrivingBody };

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A request's body on its way from the socket, which nobody else may read. What has come is put together when somebody takes it. */
export function arrivingBody(incoming: IncomingMessage) {
  const { socket } = incoming;
  const unread = growingBytes();
  const seen = { pieces: 0, bytes: 0 };
  let state: 'coming' | 'whole' | 'broken' | 'forgotten' = 'coming';
  let wake: () => void = () => undefined;

  const inCrumbs = () => seen.pieces > CRUMBS.pieces && seen.bytes < CRUMBS.bytes_each * seen.pieces;
  const become = (next: typeof state) => {
    if (state === 'coming') state = next;
    wake();
  };
  // A body that nobody ever asked for Node would read to its end, however long that is.
  incoming.read(0);
  // From here on the socket is read while somebody waits, and not whenever the stream has handed on what it had.
  incoming._read = () => undefined;
  incoming.on('data', (piece: Uint8Array<ArrayBuffer>) => {
    seen.pieces += 1;
    seen.bytes += piece.byteLength;
    if (state !== 'coming') return;
    unread.add(piece);
    if (inCrumbs()) become('broken');
    if (inCrumbs() || unread.size() >= UNREAD_BYTES_MAX) socket.pause();
    wake();
  });
  incoming.once('end', () => become('whole'));
  incoming.once('close', () => become('broken'));

  /** What has come since the last time, once there is something; undefined at the end. Throws `malformed` for what breaks off or comes in crumbs. */
  async function next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (unread.size() === 0 && state === 'coming') {
      socket.resume();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      // The rest of what the socket brought at a time.
      await nextTurn();
    }
    if (state === 'broken' || state === 'forgotten') {
      throw new Problem('malformed', 'The body broke off, or came in crumbs');
    }
    return unread.size() > 0 ? unread.take() : undefined;
  }

  /** Forgets what lies there, and whatever still comes; to whoever waits for it the body has broken off. */
  function forget(): void {
    state = 'forgotten';
    unread.take();
    wake();
  }

  return { next, forget, inCrumbs };
}

/** What is left of a body that was refused is thrown away of so many requests at once, in bytes and ms each. */
const THROWN_AWAY_AT_ONCE = 32;
const THROWN_AWAY_BYTES_MAX = MAX_FILE_BYTES + 1024 * 1024;
const THROWN_AWAY_MS_MAX = 10_000;

/** So long a connection that is not read any more stays, in ms: one that breaks off at once takes the answer with it. */
const LINGER_MS = 5_000;

/**
 * Decides what becomes of bodies whose requests are answered before all of them came; to be called just before each answer is
 * written. A browser reads the answer only once it has sent everything, so the rest is read and thrown away; but only of a
 * few at once, and never past the budget for bodies: then a refusal costs the server nothing more, however much is still being sent.
 */
export function unreadBodies(): (exchange: HttpBindings, body: ArrivingBody, status: number) => void {
  let thrown_away = 0;
  return ({ incoming, outgoing }, body, status) => {
    body.forget();
    if (incoming.complete) return;
    if (isOverload(status) || body.inCrumbs() || thrown_away >= THROWN_AWAY_AT_ONCE) {
      outgoing.shouldKeepAlive = false;
      incoming.socket.pause();
      // What Node closes the connection with once the answer was written.
      incoming.socket.destroySoon = () => linger(incoming);
    } else {
      outgoing.once('finish', () => {
        thrown_away += 1;
        throwAway(incoming, body, () => {
          thrown_away -= 1;
        });
      });
    }
  };
}

function isOverload(status: number): boolean {
  return status === 503 || status === 408;
}

function linger({ socket }: IncomingMessage): void {
  socket.pause();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** `ended` is called once, when the body has ended or its connection has. */
function throwAway(incoming: IncomingMessage, body: ArrivingBody, ended: () => void): void {
  const { socket } = incoming;
  let bytes = 0;
  const breakOff = () => socket.destroy();
  const late = setTimeout(breakOff, THROWN_AWAY_MS_MAX);
  late.unref();
  const end = () => {
    clearTimeout(late);
    incoming.off('close', end);
    socket.off('close', end);
    ended();
  };
  incoming.once('close', end);
  // Node forgets a request that was answered: when its connection breaks, the request does not hear of it.
  socket.once('close', end);
  // Both may have ended while the answer was being written.
  if (incoming.closed || socket.closed) {
    end();
    return;
  }
  incoming.on('data', (piece: Uint8Array) => {
    bytes += piece.byteLength;
    if (bytes > THROWN_AWAY_BYTES_MAX || body.inCrumbs()) breakOff();
  });
  socket.resume();
}
