import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { MAX_FILE_BYTES } from '../../contract/rules/storage-paths.ts';

/** What is left of a body that was refused is thrown away of so many requests at once, in bytes and ms each. */
const THROWN_AWAY_AT_ONCE = 32;
const THROWN_AWAY_BYTES_MAX = MAX_FILE_BYTES + 1024 * 1024;
const THROWN_AWAY_MS_MAX = 10_000;

/** So long a connection that is not read any more stays, in ms: one that breaks off at once takes the answer with it. */
const LINGER_MS = 5_000;

/**
 * Decides what becomes of a body whose request has been answered before all of it came. A browser reads the answer only once it
 * has sent everything, so the rest is read and thrown away; but only of a few at once, and never past the budget for
 * bodies: then a refusal costs the server nothing more, however much is still being sent.
 */
export function endUnreadBodies(server: Server): void {
  let thrown_away = 0;
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return;
    // What was never asked for Node would read to its end, however long that is.
    incoming.read(0);
    outgoing.once('finish', () => {
      if (incoming.complete) {
        flow(incoming);
      } else if (isOverload(outgoing) || thrown_away >= THROWN_AWAY_AT_ONCE) {
        letGo(incoming);
        setTimeout(() => incoming.socket.destroy(), LINGER_MS).unref();
      } else {
        thrown_away += 1;
        throwAway(incoming, () => {
          thrown_away -= 1;
        });
      }
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isOverload({ statusCode }: ServerResponse): boolean {
  return statusCode === 503 || statusCode === 408;
}

/** Reads no more of it, and forgets what came: each of a thousand such connections would hold 64 KiB until it is closed. */
function letGo(incoming: IncomingMessage): void {
  incoming.socket.pause();
  // Reading what lies there would ask the socket for more.
  incoming._read = () => undefined;
  incoming.read();
}

/** Lets it come to its end. Whoever read it before has had enough, and would hold it up. */
function flow(incoming: IncomingMessage): void {
  incoming.removeAllListeners('readable');
  incoming.resume();
}

function throwAway(incoming: IncomingMessage, ended: () => void): void {
  let bytes = 0;
  const breakOff = () => incoming.socket.destroy();
  const late = setTimeout(breakOff, THROWN_AWAY_MS_MAX);
  late.unref();
  incoming.once('close', () => {
    clearTimeout(late);
    ended();
  });
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > THROWN_AWAY_BYTES_MAX) breakOff();
  });
  flow(incoming);
}
