import { Agent, request } from 'node:http';

/** Keeps its connections, as a browser does. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request and reads the whole answer. Throws when it is not 200. */
export function send(
  address: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | Uint8Array },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, agent, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(pieces).toString('utf8');
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${address} answered ${answer.statusCode}: ${text}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
