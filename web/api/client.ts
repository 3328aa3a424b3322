import type { StoredFile } from '../../contract/operations/dashboard/files/put-file.schema.ts';
import { DASHBOARD_ENDPOINTS } from '../../contract/operations/dashboard.ts';
import type { Endpoint } from '../../contract/operations/definition.ts';
import type {
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  EndpointResponse,
} from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointName } from '../../contract/operations/endpoints.ts';
import { COMMAND_PART } from '../../contract/rules/command-part.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import { localProblem, NoResponse, ProblemError } from './errors.ts';
import { createFeedPositions, type FeedPositions } from './feed-positions.ts';
import type { Credentials, Identity } from './identity.ts';
import { type Exchange, jsonOf, type Sendable } from './request.ts';

const READ_TIMEOUT_MS = 20_000;
const COMMAND_TIMEOUT_MS = 30_000;
/** The time for 400 KB on a bad 2G connection (40 kbit/s), with a margin. */
const FILE_TIMEOUT_MS = 120_000;

export type EndpointRequest<N extends EndpointName> = {
  params?: EndpointParams<N>;
  query?: EndpointQuery<N>;
  body?: EndpointBody<N>;
  /** Sent as `Idempotency-Key`; required by the endpoints that are commands. */
  command_id?: string;
  /** The position of the command in the sequence of its device, sent in headers. */
  numbered?: DeviceNumber;
  /** Files that the command refers to, sent in the same request. */
  files?: readonly Pick<FileToPut, 'blob' | 'sha256'>[];
  /** Called with the share of the request body that was sent, from 0 to 1. */
  onSent?: (share: number) => void;
  /** Send only as this user; if another user is signed in, fails with `not_signed_in`. */
  as_user?: string;
  signal?: AbortSignal;
  timeout_ms?: number;
};

export type DeviceNumber = { device_id: string; number: number; hash: string; previous: string };

type FileToPut = { bucket: Bucket; path: string; blob: Blob; sha256: string };

export type ApiClient = ReturnType<typeof createApiClient>;

type Values = Record<string, unknown> | undefined;

/**
 * Sends requests as the user whom `identity` returns at that time; `reads` collects the feed position of each
 * read.
 */
export function createApiClient(
  exchange: Exchange,
  identity: () => Identity,
  reads: FeedPositions = createFeedPositions(),
) {
  async function sendSignedIn(as_user: string | undefined, request: Sendable): Promise<unknown> {
    const send = async ({ access_token }: Credentials) => {
      const { positions } = reads;
      const response = await exchange(withToken(request, access_token));
      const json = jsonOf(response);
      if (request.method === 'GET') positions.add(response.feed_position);
      return json;
    };
    const first = await credentialsOf(as_user, identity().credentials());
    try {
      return await send(first);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.status !== 401) throw error;
      return await send(await credentialsOf(as_user, identity().renew(first.access_token)));
    }
  }

  return {
    /**
     * Throws ProblemError when the server responds with a problem, NoResponse when no response from the
     * server arrives. A request with status 401 is retried once, with a new token.
     */
    async callEndpoint<N extends EndpointName>(
      name: N,
      request: EndpointRequest<N> = {},
    ): Promise<EndpointResponse<N>> {
      const { method, path, command } = endpointOf(name);
      const headers: Record<string, string> = { accept: 'application/json' };
      const json = request.body === undefined ? null : JSON.stringify(request.body);
      if (json !== null && !request.files) headers['content-type'] = 'application/json';
      if (request.command_id !== undefined) headers['idempotency-key'] = request.command_id;
      if (request.numbered) Object.assign(headers, numberHeaders(request.numbered));
      const response = await sendSignedIn(request.as_user, {
        method: method.toUpperCase(),
        url: filledPath(path, request.params as Values) + queryText(request.query as Values),
        headers,
        body: request.files ? formOf(json ?? '', request.files) : json,
        timeout_ms: request.timeout_ms ?? (command ? COMMAND_TIMEOUT_MS : READ_TIMEOUT_MS),
        signal: request.signal,
        onSent: request.onSent,
      });
      return response as EndpointResponse<N>;
    },
    /** Stores one file under its bucket and path. Idempotent for equal bytes. Throws like `callEndpoint`. */
    async putFile(file: FileToPut, as_user?: string, onSent?: (share: number) => void): Promise<StoredFile> {
      const response = await sendSignedIn(as_user, {
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
      return response as StoredFile;
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

function formOf(command: string, files: NonNullable<EndpointRequest<EndpointName>['files']>): FormData {
  const form = new FormData();
  form.append(COMMAND_PART, command);
  for (const { sha256, blob } of files) form.append(sha256, blob);
  return form;
}

let known: { readonly [name: string]: Pick<Endpoint, 'method' | 'path' | 'command'> } = DASHBOARD_ENDPOINTS;

/**
 * Registers the endpoints that only one part of the app calls. That part registers them before its first
 * call.
 */
export function registerEndpoints(more: typeof known): void {
  known = { ...known, ...more };
}

function endpointOf(name: EndpointName) {
  const endpoint = known[name];
  if (!endpoint)
    throw new Error(`Endpoint ${name} is not registered. Call knowEndpoints() before the first call.`);
  return endpoint;
}

/** User and token come together, so a request of one user never carries the token of another. */
async function credentialsOf(
  as_user: string | undefined,
  requested: Promise<Credentials | null>,
): Promise<Credentials> {
  const credentials = await requested.catch((cause: unknown) => {
    throw cause instanceof NoResponse ? new NoResponse(cause.reason, { sent: false, cause }) : cause;
  });
  if (!credentials || (as_user !== undefined && credentials.user_id !== as_user)) {
    throw localProblem('not_signed_in');
  }
  return credentials;
}

function withToken(request: Sendable, access_token: string): Sendable {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${access_token}` } };
}

/** Fills in each `{name}`. Slashes inside a value remain, since `path` may have several segments. */
function filledPath(path: string, params: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(params?.[name] ?? '')
      .split('/')
      .map(encodeURIComponent)
      .join('/'),
  );
}

function queryText(query: Values): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
