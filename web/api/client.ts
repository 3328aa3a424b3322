import type { StoredFile } from '../../contract/operations/dashboard/files/put-file.schema.ts';
import { DASHBOARD_ENDPOINTS } from '../../contract/operations/dashboard.ts';
import type { Endpoint } from '../../contract/operations/definition.ts';
import type {
  EndpointAnswer,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
} from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointName } from '../../contract/operations/endpoints.ts';
import { COMMAND_PART } from '../../contract/rules/command-part.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import { localProblem, NoAnswer, ProblemError } from './errors.ts';
import type { Credentials, Identity } from './identity.ts';
import { createReadsFrom, type ReadsFrom } from './reads-from.ts';
import { type Exchange, jsonOf, type Sendable } from './request.ts';

const READ_TIMEOUT_MS = 20_000;
const COMMAND_TIMEOUT_MS = 30_000;
/** 400 KB at the 40 kbit/s of a bad 2G connection, with room. */
const FILE_TIMEOUT_MS = 120_000;

export type EndpointRequest<N extends EndpointName> = {
  params?: EndpointParams<N>;
  query?: EndpointQuery<N>;
  body?: EndpointBody<N>;
  /** Sent as `Idempotency-Key`; the endpoints that are commands need it. */
  command_id?: string;
  /** Its place among the commands of its device (ruling G4), told beside it. */
  numbered?: DeviceNumber;
  /** What a command names, to go with it in one request. */
  files?: readonly Pick<FileToPut, 'blob' | 'sha256'>[];
  /** Is told which share of the request has left, from 0 to 1. */
  onSent?: (share: number) => void;
  /** Ask as nobody but this user; with another one signed in it is `not_signed_in`. */
  as_user?: string;
  signal?: AbortSignal;
  timeout_ms?: number;
};

export type DeviceNumber = { device_id: string; number: number; hash: string; previous: string };

type FileToPut = { bucket: Bucket; path: string; blob: Blob; sha256: string };

export type ApiClient = ReturnType<typeof createApiClient>;

type Named = Record<string, unknown> | undefined;

/** Asks in the name of whoever `identity` says is signed in by then; `reads` hears where the feed stood for each read. */
export function createApiClient(
  exchange: Exchange,
  identity: () => Identity,
  reads: ReadsFrom = createReadsFrom(),
) {
  async function askSignedIn(as_user: string | undefined, request: Sendable): Promise<unknown> {
    const ask = async ({ access_token }: Credentials) => {
      const { positions } = reads;
      const answer = await exchange(withToken(request, access_token));
      const json = jsonOf(answer);
      if (request.method === 'GET') positions.add(answer.feed_position);
      return json;
    };
    const first = await credentialsOf(as_user, identity().credentials());
    try {
      return await ask(first);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.status !== 401) throw error;
      return await ask(await credentialsOf(as_user, identity().renew(first.access_token)));
    }
  }

  return {
    /** Throws ProblemError when the server answered a problem, NoAnswer when nothing of it arrived. A 401 is tried once more, with a new token. */
    async callEndpoint<N extends EndpointName>(
      name: N,
      request: EndpointRequest<N> = {},
    ): Promise<EndpointAnswer<N>> {
      const { method, path, command } = endpointOf(name);
      const headers: Record<string, string> = { accept: 'application/json' };
      const json = request.body === undefined ? null : JSON.stringify(request.body);
      if (json !== null && !request.files) headers['content-type'] = 'application/json';
      if (request.command_id !== undefined) headers['idempotency-key'] = request.command_id;
      if (request.numbered) Object.assign(headers, numberHeaders(request.numbered));
      const answer = await askSignedIn(request.as_user, {
        method: method.toUpperCase(),
        url: filledPath(path, request.params as Named) + queryText(request.query as Named),
        headers,
        body: request.files ? together(json ?? '', request.files) : json,
        timeout_ms: request.timeout_ms ?? (command ? COMMAND_TIMEOUT_MS : READ_TIMEOUT_MS),
        signal: request.signal,
        onSent: request.onSent,
      });
      return answer as EndpointAnswer<N>;
    },
    /** Stores one file under its bucket and path; equal bytes change nothing. Throws like `callEndpoint`. */
    async putFile(file: FileToPut, as_user?: string, onSent?: (share: number) => void): Promise<StoredFile> {
      const answer = await askSignedIn(as_user, {
        method: 'PUT',
        url: filledPath(DASHBOARD_ENDPOINTS.put_file.path, { bucket: file.bucket, path: file.path }),
        headers: {
          accept: 'application/json',
          'content-type': file.blob.type,
          'content-sha256': file.sha256,
          'cache-control': 'max-age=3600',
          'x-upsert': 'true',
        },
        body: file.blob,
        timeout_ms: FILE_TIMEOUT_MS,
        onSent,
      });
      return answer as StoredFile;
    },
  };
}

function numberHeaders({ device_id, number, hash, previous }: DeviceNumber): Record<string, string> {
  return {
    'device-id': device_id,
    'device-number': String(number),
    'device-hash': hash,
    'device-previous': previous,
  };
}

function together(command: string, files: NonNullable<EndpointRequest<EndpointName>['files']>): FormData {
  const form = new FormData();
  form.append(COMMAND_PART, command);
  for (const { sha256, blob } of files) form.append(sha256, blob);
  return form;
}

let known: { readonly [name: string]: Pick<Endpoint, 'method' | 'path' | 'command'> } = DASHBOARD_ENDPOINTS;

/** A part of the app brings the table of what only it calls, before it calls any of it. */
export function knowEndpoints(more: typeof known): void {
  known = { ...known, ...more };
}

function endpointOf(name: EndpointName) {
  const endpoint = known[name];
  if (!endpoint) throw new Error(`${name} is called by a part that has not brought its table`);
  return endpoint;
}

/** User and token come together, so nothing is sent under one user with the token of another. */
async function credentialsOf(
  as_user: string | undefined,
  asked: Promise<Credentials | null>,
): Promise<Credentials> {
  const credentials = await asked.catch((cause: unknown) => {
    throw cause instanceof NoAnswer ? new NoAnswer(cause.reason, { sent: false, cause }) : cause;
  });
  if (!credentials || (as_user !== undefined && credentials.user_id !== as_user)) {
    throw localProblem('not_signed_in');
  }
  return credentials;
}

function withToken(request: Sendable, access_token: string): Sendable {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${access_token}` } };
}

/** Fills `{name}`; the slashes inside a value stay, since `path` names a file by several segments. */
function filledPath(path: string, params: Named): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(params?.[name] ?? '')
      .split('/')
      .map(encodeURIComponent)
      .join('/'),
  );
}

function queryText(query: Named): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
