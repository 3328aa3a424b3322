import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A gate before a server. Closing it cuts the server off for all clients, including a browser's workers. */
export type NetworkGate = {
  url: string;
  /** Sets the address of the server behind the gate. */
  lead(url: string): void;
  setOpen(open: boolean): void;
  /** Opens the gate until clients have sent this many bytes. Resolves when it is closed again. */
  openFor(bytes: number): Promise<void>;
  close(): Promise<void>;
};

export async function startNetworkGate(): Promise<NetworkGate> {
  const sockets = new Set<Socket>();
  let port = 0;
  /** The number of bytes that clients may still send; the gate is closed at 0. */
  let left_bytes = Infinity;
  let onClosed = () => {};
  const server = createServer((client) => {
    if (left_bytes <= 0) {
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
      left_bytes -= length;
      if (left_bytes > 0) return;
      cut();
      onClosed();
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  function allow(bytes: number, closed = () => {}): void {
    [left_bytes, onClosed] = [bytes, closed];
    if (bytes <= 0) cut();
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(url) {
      port = Number(new URL(url).port);
      cut();
    },
    setOpen: (open) => allow(open ? Infinity : 0),
    openFor: (bytes) => new Promise((resolve) => allow(bytes, resolve)),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
