import { Agent, type IncomingMessage, request } from 'node:http';

/** The outcomes of a load's requests. */
export type Load = {
  /** The number of responses by HTTP status. */
  answered: Map<number, number>;
  /** Requests that were sent and got no response. Failed connection attempts are not included. */
  unanswered: Unanswered[];
  /** Resolves when the server no longer accepts connections. */
  refused: Promise<void>;
};

/** `port` is the local port of the connection. */
type Unanswered = { what: string; port: number | undefined };

export type LoadRequest = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
};

/**
 * Starts `workers` that send one request after another until the server accepts no more connections. Every
 * second worker keeps its connection, the others open one for each request.
 */
export function startLoad(url: string, workers: number, ask: () => LoadRequest): Load {
  const answered = new Map<number, number>();
  const unanswered: Unanswered[] = [];
  const work = async (at: number) => {
    const agent = new Agent({ keepAlive: at % 2 === 0, maxSockets: 1 });
    for (;;) {
      const end = await sendOne(url, ask(), agent);
      if (end === 'refused') break;
      if (typeof end === 'number') answered.set(end, (answered.get(end) ?? 0) + 1);
      else unanswered.push(end);
    }
    agent.destroy();
  };
  const all = Array.from({ length: workers }, (_, at) => work(at));
  return { answered, unanswered, refused: Promise.all(all).then(() => undefined) };
}

type End = number | 'refused' | Unanswered;

function sendOne(url: string, { method, path, headers, body }: LoadRequest, agent: Agent): Promise<End> {
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, {
      method,
      agent,
      headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
    });
    let port: number | undefined;
    sent.once('socket', (socket) => {
      const note = () => {
        port = socket.localPort;
      };
      if (socket.connecting) socket.once('connect', note);
      else note();
    });
    const fail = (error: NodeJS.ErrnoException) =>
      resolve(
        error.syscall === 'connect' ? 'refused' : { what: `${method} ${path}: ${error.message}`, port },
      );
    sent.once('error', fail);
    sent.once('response', (response: IncomingMessage) => {
      response.once('error', fail);
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.end(body);
  });
}
