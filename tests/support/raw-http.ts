import net from 'node:net';

/** Status and text of the last response on a connection; status 0 if it was closed without one. */
export type RawResponse = { status: number; text: string };

/** A connection for requests that no client library would send. */
export type RawConnection = {
  write(piece: string | Uint8Array): void;
  /** Writes, and resolves once the system has accepted the data, for which the other side must read. */
  sent(piece: Uint8Array): Promise<void>;
  /** The first response that is a JSON object, or everything received until the server closed. */
  answered: Promise<RawResponse>;
  /** The received data, once the server has closed the connection. */
  closed: Promise<RawResponse>;
  /** Half-closes the connection. */
  end(): void;
  hangUp(): void;
};

/** Connects to a server on loopback. */
export function rawConnection(port: number): RawConnection {
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  const answer = () => {
    const last = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code)).pop();
    return { status: last ?? 0, text };
  };
  socket.setEncoding('latin1');
  // The server may close while the rest is still being sent.
  socket.on('error', () => undefined);
  const closed = new Promise<RawResponse>((resolve) => {
    socket.on('close', () => resolve(answer()));
  });
  const answered = new Promise<RawResponse>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      if (/\r\n\r\n\{[\s\S]*\}$/.test(text)) resolve(answer());
    });
    void closed.then(resolve);
  });
  return {
    write: (piece) => void socket.write(piece),
    sent: (piece) => new Promise((resolve) => socket.write(piece, () => resolve())),
    answered,
    closed,
    end: () => void socket.end(),
    hangUp: () => void socket.destroy(),
  };
}
