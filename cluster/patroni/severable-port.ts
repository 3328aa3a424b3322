import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A forwarding port whose connections can be cut like a cable: both sides receive nothing, and no connection
 * ends.
 */
export type SeverablePort = Awaited<ReturnType<typeof severablePort>>;

/** `target` is a port of loopback. */
export async function severablePort(target: number) {
  const pairs = new Set<readonly [Socket, Socket]>();
  const waiting = new Set<Socket>();
  let is_cut = false;
  const link = (client: Socket) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('error', end).on('close', end);
      // Not `pipe`, which would resume reading when the other side drains, even while the port is cut.
      from.on('data', (bytes: Buffer) => {
        if (!to.write(bytes)) from.pause();
      });
      from.on('end', () => to.end());
      to.on('drain', () => {
        if (!is_cut) from.resume();
      });
    }
    client.resume();
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (client) => {
    if (!is_cut) return link(client);
    waiting.add(client);
    client.once('error', () => waiting.delete(client));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Holds data in transit; accepts new connections but forwards nothing. */
    cut() {
      is_cut = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    /** Delivers the held data, as a network retransmits lost packets. */
    heal() {
      is_cut = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
      for (const client of waiting) link(client);
      waiting.clear();
    },
    async close() {
      for (const socket of [...waiting, ...[...pairs].flat()]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
