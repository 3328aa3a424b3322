import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { overLoopback } from './test-database.ts';

/** A message of the server: its type byte and the content after its length. */
type ServerMessage = { type: string; body: Buffer };
/** Rewrites a message; null leaves it unchanged. Later messages wait for the result. */
type Change = (message: ServerMessage) => Buffer | null | Promise<Buffer | null>;

export type WireProxy = {
  /** Returns the address with the proxy's host and port. */
  url(address: string): string;
  /** Cuts all connections through the proxy. */
  cut(): void;
  close(): Promise<void>;
};

/** Starts a proxy between a client and Postgres; `change` can rewrite or delay the server's messages. */
export async function startWireProxy(address: string, change: Change): Promise<WireProxy> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let written = Promise.resolve();
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        void written.then(() => {
          client.destroy();
          upstream.destroy();
        });
      });
    }
    client.pipe(upstream);
    let held: Buffer = Buffer.alloc(0);
    upstream.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes]);
      for (let size = sizeOf(held); size !== null; size = sizeOf(held)) {
        const message = held.subarray(0, size);
        held = held.subarray(size);
        written = written.then(async () => void client.write(await rewritten(message, change)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own_port = (server.address() as AddressInfo).port;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url(to) {
      const url = new URL(overLoopback(to));
      url.host = `127.0.0.1:${own_port}`;
      return url.href;
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the size of the first message; null while it is incomplete. */
function sizeOf(bytes: Buffer): number | null {
  if (bytes.length < 5) return null;
  const size = 1 + bytes.readInt32BE(1);
  return bytes.length < size ? null : size;
}

async function rewritten(message: Buffer, change: Change): Promise<Buffer> {
  const body = await change({ type: message.toString('latin1', 0, 1), body: message.subarray(5) });
  if (body === null) return message;
  const head = Buffer.alloc(5);
  head.write(message.toString('latin1', 0, 1), 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const COMMAND_COMPLETE = 'C';
const BACKEND_KEY = 'K';

/** Replaces the tag in the response to every commit. */
export function replacingCommitTag(tag: string) {
  return ({ type, body }: ServerMessage) =>
    type === COMMAND_COMPLETE && body.toString('latin1') === 'COMMIT\0' ? Buffer.from(`${tag}\0`) : null;
}

/** Replaces the backend process id, as a pooler does. */
export function hidingProcessId({ type, body }: ServerMessage): Buffer | null {
  if (type !== BACKEND_KEY) return null;
  const own = Buffer.from(body);
  own.writeInt32BE(1 + (own.readInt32BE(0) % 1_000_000), 0);
  return own;
}
