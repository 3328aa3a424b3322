import { once } from 'node:events';
import { request as ask, createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Asked = { method: string; path: string; headers: IncomingHttpHeaders };

/** Decides the outcome of a request: a response, from the real store (`pass`) or not, or a cut connection. */
type Meddling = (
  asked: Asked,
  pass: () => Promise<Answer>,
) => Promise<Answer | 'cut' | ({ cut_after: number } & Answer)>;

export type StoreProxy = {
  endpoint: string;
  meddle: Meddling;
  /** All received requests, such as `PUT /files-1/…`. */
  asked: string[];
  close(): Promise<void>;
};

/** Starts a proxy in front of a file store on loopback that can behave like a broken store. */
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
  // Keeps the original Host header, which is part of the signature.
  const passed = ask(url, { method, headers });
  passed.end(body);
  const [response] = await once(passed, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

function send(response: ServerResponse, answer: Answer & { cut_after?: number }): void {
  response.writeHead(answer.status, answer.headers);
  if (answer.cut_after === undefined) response.end(answer.body);
  else response.write(answer.body.subarray(0, answer.cut_after), () => response.destroy());
}

/** An error response in S3's format. */
export function s3Refusal(status: number, code: string): Answer {
  const body = Buffer.from(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Error of the test</Message></Error>`,
  );
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
