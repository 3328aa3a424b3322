import { PROBLEMS, type ProblemBody, type ProblemCode } from '../../contract/rules/problems.ts';
import { FetchingRequest } from './fetching-request.ts';

/**
 * A small server that replaces `fetch` in browser tests: it stores files by path and commands by key, and
 * returns the recorded reply for a repeated command. `fault` decides which fault each request meets.
 */
export type ReceivedRequest = {
  method: string;
  path: string;
  key: string | null;
  token: string | null;
  /** The headers with the command's number on its device; undefined if there are none. */
  numbered?: Record<string, string>;
  body: unknown;
  /** The names of the files that a command contains. */
  with_files?: string[];
};
export type Fault = 'lost' | 'answer_lost' | 'hangs' | Response;

export type ServerDouble = {
  asked: ReceivedRequest[];
  files: Map<string, Uint8Array>;
  /** The replies of recorded commands by key; the size is the number of executed commands. */
  recorded: Map<string, unknown>;
  /** True if it accepts commands with files; older servers reject them. `asked` omits rejected requests. */
  takes_files: boolean;
  fault: (request: ReceivedRequest) => Fault | undefined;
  /** Responses to all other requests, by `METHOD /path`. */
  answers: Map<string, (request: ReceivedRequest) => Response | Promise<Response>>;
  record: (request: ReceivedRequest) => unknown;
  count(method: string, start: string): number;
  restore(): void;
};

export function json(body: unknown, init: ResponseInit = {}): Response {
  const headers = { 'content-type': 'application/json', 'server-time': String(Date.now()) };
  return new Response(JSON.stringify(body), { ...init, headers: { ...headers, ...init.headers } });
}

export function problem(
  code: ProblemCode,
  more: Partial<Pick<ProblemBody, 'status' | 'current_fils' | 'blocked'>> & {
    stage?: string;
    nothing_recorded?: true;
  } = {},
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
  const asked: ReceivedRequest = {
    method: request.method,
    path: pathname + search,
    key: request.headers.get('idempotency-key'),
    token: request.headers.get('authorization'),
    body:
      type === 'application/json' ? JSON.parse(text(bytes)) : form && JSON.parse(String(form.get('command'))),
    ...numberedIn(request.headers),
    ...(form ? { with_files: [...form.keys()].slice(1) } : {}),
  };
  // Reachability checks are not counted.
  if (pathname !== '/healthz') double.asked.push(asked);
  const fault = double.fault(asked);
  if (fault instanceof Response) return fault.clone();
  if (fault === 'lost') throw new TypeError('Failed to fetch');
  if (fault === 'hangs') await new Promise((_, reject) => rejectOnAbort(request.signal, reject));
  const response = await handle(double, asked, bytes);
  if (fault === 'answer_lost') throw new TypeError('Failed to fetch');
  return response;
}

function numberedIn(headers: Headers): Pick<ReceivedRequest, 'numbered'> {
  const numbered = [...headers].filter(([name]) => name.startsWith('device-'));
  return numbered.length === 0 ? {} : { numbered: Object.fromEntries(numbered) };
}

function rejectOnAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason));
}

async function handle(double: ServerDouble, asked: ReceivedRequest, bytes: Uint8Array): Promise<Response> {
  const respond = double.answers.get(`${asked.method} ${asked.path}`);
  if (respond) return await respond(asked);
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
