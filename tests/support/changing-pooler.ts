import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Idle, and ready for what is asked. */
const READY = Buffer.from('5a0000000549', 'hex');

/**
 * Stands before two PostgreSQL of loopback that let everybody in, as a pooler in transaction mode before several: each connection leads to the first of
 * `ports`, and to the second from where the client says `word`.
 */
export async function startChangingPooler([first_port, second_port]: [number, number], word: string) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const first = connect(first_port, '127.0.0.1');
    const second = connect(second_port, '127.0.0.1');
    for (const socket of [client, first, second]) {
      sockets.add(socket.on('error', () => undefined).on('close', () => client.destroy()));
      client.on('close', () => socket.destroy());
    }
    const is_second_ready = new Promise<void>((resolve) => {
      second.on('data', (bytes: Buffer) => bytes.includes(READY) && resolve());
    });
    // Both are told who comes.
    client.once('data', (bytes: Buffer) => second.write(bytes));
    let has_changed = false;
    client.on('data', async (bytes: Buffer) => {
      if (!bytes.includes(word) && !has_changed) return first.write(bytes);
      await is_second_ready;
      has_changed = true;
      return second.write(bytes);
    });
    first.on('data', (bytes: Buffer) => has_changed || client.write(bytes));
    second.on('data', (bytes: Buffer) => has_changed && client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
