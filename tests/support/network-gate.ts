import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server as the network does: what is behind it can be cut off for everybody at once, a browser's own workers included. */
export type NetworkGate = {
  url: string;
  /** Where it leads. */
  lead(url: string): void;
  setOpen(open: boolean): void;
  close(): Promise<void>;
};

export async function startNetworkGate(): Promise<NetworkGate> {
  const sockets = new Set<Socket>();
  let open = true;
  let port = 0;
  const server = createServer((client) => {
    if (!open) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(url) {
      port = Number(new URL(url).port);
      cut();
    },
    setOpen(next) {
      open = next;
      if (!open) cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
