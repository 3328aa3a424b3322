import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/**
 * A server that behaves like an older PostgreSQL and responds to every query with its version
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html): no such old server is available
 * for tests.
 */
export async function startOlderPostgres(version: string): Promise<{ url: string; stop(): void }> {
  const number = `${Number(version.split('.')[0]) * 10_000}`;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let greeted = false;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      // The first message of a client is the greeting, which has no type.
      if (!greeted) socket.write(Buffer.concat([message('R', int32(0)), READY]));
      else socket.write(Buffer.concat([columns('number', 'version'), row(number, version), DONE, READY]));
      greeted = true;
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://shop:shop@127.0.0.1:${port}/shop`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const INT4 = 23;
const READY = message('Z', Buffer.from('I'));
const DONE = message('C', text('SELECT 1'));

function columns(number: string, version: string): Buffer {
  const column = (name: string, type: number) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);
  return message('T', int16(2), column(number, INT4), column(version, 25));
}

function row(...values: string[]): Buffer {
  const cells = values.map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  return message('D', int16(values.length), ...cells);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
