import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { MAX_FILE_BYTES } from '../../../contract/rules/storage-paths.ts';
import type { ArrivingBody } from './arriving-body.ts';

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
  if (socket.closed) {
    end();
    return;
  }
  incoming.on('data', (piece: Uint8Array) => {
    bytes += piece.byteLength;
    if (bytes > THROWN_AWAY_BYTES_MAX || body.inCrumbs()) breakOff();
  });
  socket.resume();
}
