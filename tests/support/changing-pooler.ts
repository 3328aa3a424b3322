import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands before two PostgreSQL of loopback that let everybody in, as a pooler in transaction mode before several: each connection leads to the first of
 * `ports`, and to the second from where the client says `word`.
 */
export async function startChangingPooler(ports: readonly [number, number], word: string) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstreams = ports.map((port) => connect(port, '127.0.0.1'));
    let [current] = upstreams;
    let is_first = true;
    for (const socket of [client, ...upstreams]) {
      sockets.add(socket.on('error', () => undefined).on('close', () => client.destroy()));
      client.on('close', () => socket.destroy());
    }
    client.on('data', (bytes: Buffer) => {
      if (bytes.includes(word)) current = upstreams[1];
      // Each is told who comes.
      for (const upstream of is_first ? upstreams : [current]) upstream?.write(bytes);
      is_first = false;
    });
    for (const upstream of upstreams)
      upstream.on('data', (bytes: Buffer) => upstream === current && client.write(bytes));
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
