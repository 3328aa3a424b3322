import { PROBLEMS, type ProblemCode } from '../../contract/rules/problems.ts';
import { FetchingRequest } from './fetching-request.ts';

/**
 * A small server at the edge of the network for tests in a browser: it takes the place of `fetch`, keeps files by path and
 * commands by key, and answers a command it has recorded with the same answer again. `fault` decides per request what goes
 * wrong on the way.
 */
export type Asked = {
  method: string;
  path: string;
  key: string | null;
  token: string | null;
  /** The headers that tell the command's place on its device; none on what has none. */
  numbered?: Record<string, string>;
  body: unknown;
  /** The names of the files in it, of a command that comes with them. */
  with_files?: string[];
};
export type Fault = 'lost' | 'answer_lost' | 'hangs' | Response;

export type ServerDouble = {
  asked: Asked[];
  files: Map<string, Uint8Array>;
  /** Answers of recorded commands by key; its size is how often something really happened. */
  recorded: Map<string, unknown>;
  /** Whether it reads a command that comes with its files; a server of the version before does not. What it cannot read is not among `asked`. */
  takes_files: boolean;
  fault: (request: Asked) => Fault | undefined;
  /** Answers of everything that is neither a file nor a command, by `METHOD /path`. */
  answers: Map<string, (request: Asked) => Response | Promise<Response>>;
  record: (request: Asked) => unknown;
  count(method: string, start: string): number;
  restore(): void;
};

export function json(body: unknown, init: ResponseInit = {}): Response {
  const headers = { 'content-type': 'application/json', 'server-time': String(Date.now()) };
  return new Response(JSON.stringify(body), { ...init, headers: { ...headers, ...init.headers } });
}

export function problem(
  code: ProblemCode,
  more: { stage?: string; status?: number; current_fils?: number; nothing_recorded?: true } = {},
): Response {
  const body = { type: 'about:blank', ...PROBLEMS[code], code, request_id: 'test', ...more };
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify(body), { status: body.status, headers });
}

export function authError(status: number, msg: string, ended_because?: string): Response {
  return json({ code: status, error_code: 'test', msg, ended_because }, { status });
}

export function installServerDouble(): ServerDouble {
  const { fetch: real, XMLHttpRequest: real_request } = globalThis;
  const double: ServerDouble = {
    asked: [],
    files: new Map(),
    recorded: new Map(),
    takes_files: false,
    fault: () => undefined,
    answers: new Map(),
    record: () => ({}),
    count: (method, start) =>
      double.asked.filter((one) => one.method === method && one.path.startsWith(start)).length,
    restore: () => {
      globalThis.fetch = real;
      globalThis.XMLHttpRequest = real_request;
    },
  };
  globalThis.fetch = (input, init) => serve(double, real, new Request(input, init));
  globalThis.XMLHttpRequest = FetchingRequest as unknown as typeof XMLHttpRequest;
  return double;
}

async function serve(double: ServerDouble, real: typeof fetch, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (!/^\/(api|auth|storage|functions|healthz)\b/.test(pathname)) return await real(request);
  const type = request.headers.get('content-type') ?? '';
  const form = type.startsWith('multipart/') ? await request.formData() : null;
  if (form && !double.takes_files) return problem('malformed');
  const bytes = form ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const asked: Asked = {
    method: request.method,
    path: pathname + search,
    key: request.headers.get('idempotency-key'),
    token: request.headers.get('authorization'),
    body:
      type === 'application/json' ? JSON.parse(text(bytes)) : form && JSON.parse(String(form.get('command'))),
    ...numberedIn(request.headers),
    ...(form ? { with_files: [...form.keys()].slice(1) } : {}),
  };
  // Whether the server is there is no request that anybody counts.
  if (pathname !== '/healthz') double.asked.push(asked);
  const fault = double.fault(asked);
  if (fault instanceof Response) return fault.clone();
  if (fault === 'lost') throw new TypeError('Failed to fetch');
  if (fault === 'hangs') await new Promise((_, reject) => rejectOnAbort(request.signal, reject));
  const answer = await handle(double, asked, bytes);
  if (fault === 'answer_lost') throw new TypeError('Failed to fetch');
  return answer;
}

function numberedIn(headers: Headers): Pick<Asked, 'numbered'> {
  const told = [...headers].filter(([name]) => name.startsWith('device-'));
  return told.length === 0 ? {} : { numbered: Object.fromEntries(told) };
}

function rejectOnAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason));
}

async function handle(double: ServerDouble, asked: Asked, bytes: Uint8Array): Promise<Response> {
  const answer = double.answers.get(`${asked.method} ${asked.path}`);
  if (answer) return await answer(asked);
  if (asked.path === '/healthz') return json({ alive: true });
  if (asked.method === 'PUT') {
    double.files.set(decodeURIComponent(asked.path), bytes);
    return json({});
  }
  if (asked.key === null) return problem('not_found');
  if (!double.recorded.has(asked.key)) double.recorded.set(asked.key, double.record(asked));
  return json(double.recorded.get(asked.key));
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
