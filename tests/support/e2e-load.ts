import { Agent, type IncomingMessage, request } from 'node:http';

/** What became of the requests of a load. */
export type Load = {
  /** How many, by status. */
  answered: Map<number, number>;
  /** Sent, and left without an answer; not those for which no connection was made. */
  unanswered: Unanswered[];
  /** When no further connection was taken. */
  refused: Promise<void>;
};

/** `port` is this end of the connection. */
type Unanswered = { what: string; port: number | undefined };

export type Asked = { method: string; path: string; headers?: Record<string, string>; body?: Uint8Array };

/**
 * `workers` that each ask one thing after the other until the server takes no more connections. Every second one keeps its
 * connection, the others open one for each request.
 */
export function startLoad(url: string, workers: number, ask: () => Asked): Load {
  const answered = new Map<number, number>();
  const unanswered: Unanswered[] = [];
  const work = async (at: number) => {
    const agent = new Agent({ keepAlive: at % 2 === 0, maxSockets: 1 });
    for (;;) {
      const end = await askOnce(url, ask(), agent);
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

function askOnce(url: string, { method, path, headers, body }: Asked, agent: Agent): Promise<End> {
  return new Promise((resolve) => {
    const asked = request(`${url}${path}`, {
      method,
      agent,
      headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
    });
    let port: number | undefined;
    asked.once('socket', (socket) => {
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
    asked.once('error', fail);
    asked.once('response', (answer: IncomingMessage) => {
      answer.once('error', fail);
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    asked.end(body);
  });
}
