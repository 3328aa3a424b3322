import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { type SeverablePort, severablePort } from './severable-port.ts';

let upstream: Server;
let port: SeverablePort;
let taken = 0;
const clients: Socket[] = [];

/** Starts an echo server. */
beforeEach(async () => {
  taken = 0;
  upstream = createServer((socket) => {
    taken += 1;
    socket.pipe(socket).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  port = await severablePort((upstream.address() as { port: number }).port);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await port.close();
  await new Promise((resolve) => upstream.close(resolve));
});

async function open() {
  const client = connect(port.port, '127.0.0.1');
  clients.push(client);
  let heard = '';
  let ended = false;
  client.on('data', (bytes) => {
    heard += bytes;
  });
  client.on('close', () => {
    ended = true;
  });
  await new Promise<void>((resolve) => client.once('connect', resolve));
  const receives = (text: string) =>
    eventually(`the client receives ${text}`, 5_000, async () => heard === text);
  return { write: (text: string) => client.write(text), receives, heard: () => heard, ended: () => ended };
}

test('an open port forwards data both ways', async () => {
  const client = await open();
  client.write('one');
  await client.receives('one');
});

test('a cut port delivers no data and ends no connection; after healing the data arrives once', async () => {
  const before = await open();
  before.write('one ');
  await before.receives('one ');
  port.cut();
  before.write('two');
  const meanwhile = await open();
  meanwhile.write('three');
  // This is longer than the echo above takes.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([before.heard(), before.ended(), meanwhile.heard(), meanwhile.ended()]).toEqual([
    'one ',
    false,
    '',
    false,
  ]);
  expect(taken).toBe(1);
  port.heal();
  await before.receives('one two');
  await meanwhile.receives('three');
});
