import { once } from 'node:events';
import { request as ask, createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Asked = { method: string; path: string; headers: IncomingHttpHeaders };

/** What becomes of a request: an answer, of the store behind (`pass`) or another; or none, and the connection is cut. */
type Meddling = (
  asked: Asked,
  pass: () => Promise<Answer>,
) => Promise<Answer | 'cut' | ({ cut_after: number } & Answer)>;

export type StoreProxy = {
  endpoint: string;
  meddle: Meddling;
  /** `PUT /files-1/…` of every request that came. */
  asked: string[];
  close(): Promise<void>;
};

/** Stands before a store of files on loopback, and does what stores do that are broken. */
export async function startStoreProxy(store: string): Promise<StoreProxy> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await buffer(request);
    proxy.asked.push(`${method} ${path}`);
    const pass = () => passOn(`${store}${path}`, { method, headers, body });
    const answer = await proxy.meddle({ method, path, headers }, pass).catch(() => 'cut' as const);
    if (answer === 'cut') response.destroy();
    else send(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: StoreProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    meddle: async (_, pass) => pass(),
    asked: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

async function passOn(
  url: string,
  { method, headers, body }: { method: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<Answer> {
  // With the host that was asked: it is part of the signature.
  const passed = ask(url, { method, headers });
  passed.end(body);
  const [answer] = await once(passed, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

function send(response: ServerResponse, answer: Answer & { cut_after?: number }): void {
  response.writeHead(answer.status, answer.headers);
  if (answer.cut_after === undefined) response.end(answer.body);
  else response.write(answer.body.subarray(0, answer.cut_after), () => response.destroy());
}

/** An error as S3 says it. */
export function s3Refusal(status: number, code: string): Answer {
  const body = Buffer.from(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>it says so</Message></Error>`,
  );
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
