import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { MAX_FILE_BYTES } from '../../../contract/rules/storage-paths.ts';
import { Problem } from '../problem.ts';
import { growingBytes } from './growing-bytes.ts';

/** The socket is paused at this number of unread bytes; it delivers up to 64 KiB more at a time. */
const UNREAD_BYTES_MAX = 16 * 1024;
/**
 * Honest clients never send so many chunks with so few bytes: each costs as much time as hundreds of bytes.
 */
const TINY_CHUNKS = { count: 500, bytes_each: 64 };

export type ArrivingBody = ReturnType<typeof arrivingBody>;

/** A request with its socket, the id assigned to it there, and its body if it has one. */
export type Exchange = Partial<HttpBindings> & { request_id?: string; body?: ArrivingBody };

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A request body as it arrives from the socket. No other code may read it. Chunks are joined when taken. */
export function arrivingBody(incoming: IncomingMessage) {
  const { socket } = incoming;
  const unread = growingBytes();
  const seen = { pieces: 0, bytes: 0 };
  let state: 'coming' | 'whole' | 'broken' | 'forgotten' = 'coming';
  let wake: () => void = () => undefined;

  const isFragmented = () =>
    seen.pieces > TINY_CHUNKS.count && seen.bytes < TINY_CHUNKS.bytes_each * seen.pieces;
  const become = (next: typeof state) => {
    if (state === 'coming') state = next;
    wake();
  };
  // Node would read a body that the app never requests to its end, however long that is.
  incoming.read(0);
  // From here on, the socket is read only while `next` waits, and not each time the stream has delivered its
  // data.
  incoming._read = () => undefined;
  incoming.on('data', (piece: Uint8Array<ArrayBuffer>) => {
    seen.pieces += 1;
    seen.bytes += piece.byteLength;
    if (state !== 'coming') return;
    unread.add(piece);
    if (isFragmented()) become('broken');
    if (isFragmented() || unread.size() >= UNREAD_BYTES_MAX) socket.pause();
    wake();
  });
  incoming.once('end', () => become('whole'));
  incoming.once('close', () => become('broken'));

  /**
   * Returns the bytes that arrived since the previous call, once there are any; undefined at the end.
   * Throws `malformed` for a body that breaks off or arrives in tiny chunks.
   */
  async function next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (unread.size() === 0 && state === 'coming') {
      socket.resume();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Collects the remaining chunks of the same socket read.
      await nextTurn();
    }
    if (state === 'broken' || state === 'forgotten') {
      throw new Problem('malformed', 'The body is incomplete or arrived in too many small chunks');
    }
    return unread.size() > 0 ? unread.take() : undefined;
  }

  /** Discards received and future bytes; a pending `next` rejects as for a body that broke off. */
  function forget(): void {
    state = 'forgotten';
    unread.take();
    wake();
  }

  return { next, forget, isFragmented };
}

/** Limits on discarding the rest of refused bodies: concurrent requests, and bytes and ms of each. */
const THROWN_AWAY_AT_ONCE = 32;
const THROWN_AWAY_BYTES_MAX = MAX_FILE_BYTES + 1024 * 1024;
const THROWN_AWAY_MS_MAX = 10_000;

/** Time in ms before an unread connection is destroyed: destroying it at once could lose the response. */
const LINGER_MS = 5_000;

/**
 * Handles bodies of requests that get a response before the whole body has arrived; call it just before each
 * response is written. A browser reads the response only after it has sent everything, so the rest is read
 * and discarded; but only for a few requests at a time, and never beyond the budget for bodies. A refusal
 * then costs the server nothing more, however much is still being sent.
 */
export function unreadBodies(): (exchange: HttpBindings, body: ArrivingBody, status: number) => void {
  let thrown_away = 0;
  return ({ incoming, outgoing }, body, status) => {
    body.forget();
    if (incoming.complete) return;
    if (isOverload(status) || body.isFragmented() || thrown_away >= THROWN_AWAY_AT_ONCE) {
      outgoing.shouldKeepAlive = false;
      incoming.socket.pause();
      // Node calls this to close the connection once the response is written.
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

/** Calls `ended` once, when the body or its connection has ended. */
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
  // Node detaches a request after its response: it emits no event when its connection breaks.
  socket.once('close', end);
  // Both may have ended while the response was being written.
  if (incoming.closed || socket.closed) {
    end();
    return;
  }
  incoming.on('data', (piece: Uint8Array) => {
    bytes += piece.byteLength;
    if (bytes > THROWN_AWAY_BYTES_MAX || body.isFragmented()) breakOff();
  });
  socket.resume();
}
