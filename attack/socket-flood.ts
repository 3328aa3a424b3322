import { connect, type Socket } from 'node:net';

/**
 * The bytes that a socket sends: `body` headers and part of a body, `crumbs` the same in one-byte chunks,
 * `trickle` one byte per second, `silent` nothing, `header` half a line.
 */
export type FloodMode = 'body' | 'crumbs' | 'trickle' | 'silent' | 'header';

export type Flood = ReturnType<typeof floodSockets>;

const ANNOUNCED_BYTES = 5_000_000;
const SENT_BYTES = 1_000_000;
/** The average delay before a closed socket is opened again. */
const AGAIN_MS = 1_000;

/** Opens that many sockets to a server and keeps them all busy with requests that never end. */
export function floodSockets(flooded: {
  url: string;
  sockets: number;
  mode: FloodMode;
  headers: Record<string, string>;
  path: string;
}) {
  const { hostname, port } = new URL(flooded.url);
  const length =
    flooded.mode === 'crumbs'
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(ANNOUNCED_BYTES) };
  const lines = Object.entries({ ...flooded.headers, ...length });
  const head = `POST ${flooded.path} HTTP/1.1\r\nhost: ${hostname}\r\n${lines
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  const body = Buffer.alloc(SENT_BYTES, flooded.mode === 'crumbs' ? '1\r\n \r\n' : ' ');
  const responses: Record<string, number> = {};
  /** Counts of sockets, and of responses by status. */
  const seen = { opened: 0, closed: 0, responses };
  const open = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  const begin = (socket: Socket) => {
    seen.opened += 1;
    if (flooded.mode === 'silent') return;
    if (flooded.mode === 'header') return void socket.write('POST /webhooks/shop');
    socket.write(head);
    if (flooded.mode === 'body' || flooded.mode === 'crumbs') socket.write(body);
    if (flooded.mode === 'trickle') {
      const timer = setInterval(() => socket.write(' '), 1_000);
      timers.add(timer);
      socket.once('close', () => clearInterval(timer));
    }
  };
  const start = () => {
    if (stopped) return;
    const socket = connect(Number(port), hostname);
    open.add(socket);
    socket.once('connect', () => begin(socket));
    socket.once('data', (data) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 'none';
      responses[status] = (responses[status] ?? 0) + 1;
    });
    // A refused or broken connection also emits `close`, which is handled below.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open.delete(socket);
      seen.closed += 1;
      if (!stopped) timers.add(setTimeout(start, AGAIN_MS * (0.5 + Math.random())));
    });
  };
  for (let n = 0; n < flooded.sockets; n += 1) start();
  return {
    seen,
    stop: () => {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      for (const socket of open) socket.destroy();
    },
  };
}
