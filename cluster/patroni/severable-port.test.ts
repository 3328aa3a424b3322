import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { type SeverablePort, severablePort } from './severable-port.ts';

let upstream: Server;
let port: SeverablePort;
let taken = 0;
const clients: Socket[] = [];

/** Repeats what it is told. */
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
  const says = (text: string) => eventually(`it says ${text}`, 5_000, async () => heard === text);
  return { write: (text: string) => client.write(text), says, heard: () => heard, ended: () => ended };
}

test('hands on what is said, both ways', async () => {
  const client = await open();
  client.write('one');
  await client.says('one');
});

test('while it is cut nothing arrives and nothing ends; healed, what was said arrives once', async () => {
  const before = await open();
  before.write('one ');
  await before.says('one ');
  port.cut();
  before.write('two');
  const meanwhile = await open();
  meanwhile.write('three');
  // Longer than what is said above takes.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([before.heard(), before.ended(), meanwhile.heard(), meanwhile.ended()]).toEqual([
    'one ',
    false,
    '',
    false,
  ]);
  expect(taken).toBe(1);
  port.heal();
  await before.says('one two');
  await meanwhile.says('three');
});
