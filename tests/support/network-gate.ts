import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server as the network does: what is behind it can be cut off for everybody at once, a browser's own workers included. */
export type NetworkGate = {
  url: string;
  /** Where it leads. */
  lead(url: string): void;
  setOpen(open: boolean): void;
  /** Open until the clients have sent this many bytes; resolves when it is closed again. */
  openFor(bytes: number): Promise<void>;
  close(): Promise<void>;
};

export async function startNetworkGate(): Promise<NetworkGate> {
  const sockets = new Set<Socket>();
  let open = true;
  let port = 0;
  /** What the clients may still send, and what happens when it is spent. */
  let allowance = { bytes: Number.POSITIVE_INFINITY, spent: () => {} };
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
    client.on('data', ({ length }) => {
      allowance.bytes -= length;
      if (allowance.bytes <= 0) allowance.spent();
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  function setOpen(next: boolean): void {
    open = next;
    allowance = { bytes: Number.POSITIVE_INFINITY, spent: () => {} };
    if (!open) cut();
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(url) {
      port = Number(new URL(url).port);
      cut();
    },
    setOpen,
    openFor: (bytes) =>
      new Promise((resolve) => {
        setOpen(true);
        const spent = () => {
          setOpen(false);
          resolve();
        };
        allowance = { bytes, spent };
      }),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
