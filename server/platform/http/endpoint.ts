import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type Endpoint, SHARED_ERRORS } from '../../../contract/operations/definition.ts';
import {
  ENDPOINT_SCHEMAS,
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  type EndpointResponse,
  type EndpointSchemas,
} from '../../../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName } from '../../../contract/operations/endpoints.ts';
import { VOID_BLOCKERS } from '../../../contract/rules/approvals.ts';
import { COMMAND_PART } from '../../../contract/rules/command-part.ts';
import { DEVICE_HEADERS, MAX_DEVICE_NUMBER } from '../../../contract/rules/device-chain.ts';
import { PROBLEMS, type ProblemCode } from '../../../contract/rules/problems.ts';
import { mayAccess } from '../../../contract/rules/roles.ts';
import { MAX_FILE_BYTES } from '../../../contract/rules/storage-paths.ts';
import { sha256, uuid } from '../../../contract/schemas/fields.ts';
import type { Staff } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import { asActor, type OnPosition } from '../database/transactions.ts';
import { Problem } from '../problem.ts';
import { type BodyPart, isMultipart, partsOf } from './multipart.ts';
import { parseJson, readBody, readJson, tooLarge } from './read-body.ts';
import type { RequestEnv, Services } from './services.ts';

export type App = OpenAPIHono<RequestEnv>;

/** The largest JSON body, in bytes. Files are sent separately and have a limit of their own. */
const MAX_BODY_BYTES = 256 * 1024;

export type Parsed<Name extends EndpointName> = {
  params: EndpointParams<Name>;
  query: EndpointQuery<Name>;
  body: EndpointBody<Name>;
};

/** The handler of an endpoint that reads. */
export type Reads<Name extends EndpointName> = (
  request: Parsed<Name> & { tx: Tx; actor: Staff; services: Services },
) => Promise<EndpointResponse<Name>>;

/**
 * Mounts an endpoint that reads data or triggers a job: checks input, session and role, and runs `handle` in
 * the transaction.
 */
export function addEndpoint<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  handle: Reads<Name>,
): void {
  addMultiTransactionEndpoint(app, services, name, ({ within, ...request }) =>
    within((tx, actor) => handle({ ...request, tx, actor, services })),
  );
}

type HandledByParts<Name extends EndpointName> = Parsed<Name> & {
  c: Context<RequestEnv>;
  /** Runs `work` in one transaction of the request, after checking session and role. */
  within<T>(work: (tx: Tx, actor: Staff) => Promise<T>): Promise<T>;
};

/** Like `addEndpoint`, for handlers that wait between short transactions: no connection is held meanwhile. */
export function addMultiTransactionEndpoint<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  handle: (request: HandledByParts<Name>) => Promise<EndpointResponse<Name>>,
): void {
  mount(app, name, async (c) => {
    const session_id = await services.sessionOf(c);
    const parsed = await parseRequest(c, name, session_id);
    const { any_password = false, method }: Endpoint = ENDPOINTS[name];
    const onPosition = method === 'get' ? notingPosition(c) : undefined;
    const within = <T>(work: (tx: Tx, actor: Staff) => Promise<T>): Promise<T> => {
      const admitted = async (tx: Tx, actor: Staff) => {
        admit(c, name, actor);
        return work(tx, actor);
      };
      return asActor(services.requests, session_id, admitted, { any_password, onPosition });
    };
    return c.json(await handle({ ...parsed, c, within }));
  });
}

/**
 * Returns a callback that sends the feed position of the read in a header. The stream continues from there
 * and sends changes that the response does not contain. If there are several transactions, the first one has
 * the oldest position.
 */
function notingPosition(c: Context<RequestEnv>): OnPosition {
  let is_noted = false;
  return (position) => {
    if (position !== null && !is_noted) c.header('feed-position', position);
    is_noted = true;
  };
}

/** Checks the role, which the database returned in this transaction. Throws `no_access`. */
export function admit(c: Context<RequestEnv>, name: EndpointName, actor: Staff): void {
  c.set('user_id', actor.user_id);
  if (!mayAccess(ENDPOINTS[name].access, actor.role)) throw new Problem('no_access');
}

/**
 * The headers and media types of an endpoint that are not JSON; for the OpenAPI document, checked by the
 * endpoint.
 */
export type OpenApiExtras = {
  headers?: z.ZodObject;
  body_types?: readonly string[];
  /** Media types of files that it returns instead of JSON. */
  answer_types?: readonly string[];
};

/**
 * Describes the endpoint in the OpenAPI document and routes it. A final `{path}` matches the rest of the
 * address.
 */
export function mount(
  app: App,
  name: EndpointName,
  handle: (c: Context<RequestEnv>) => Promise<Response>,
  beside: OpenApiExtras = {},
): void {
  const { method, path } = ENDPOINTS[name];
  app.openAPIRegistry.registerPath(describe(name, beside));
  app.on(
    method.toUpperCase(),
    path.replace('{path}', ':path{[\\s\\S]+}').replace(/\{(\w+)\}/g, ':$1'),
    (c: Context<RequestEnv>) => {
      c.set('endpoint', name);
      return handle(c);
    },
  );
}

/**
 * Validates a request with the endpoint's schemas. Throws `invalid_input`, and the Problems of `readBody`.
 */
export async function parseRequest<Name extends EndpointName>(
  c: Context<RequestEnv>,
  name: Name,
  session_id: string,
): Promise<Parsed<Name>> {
  return parseAll(c, name, () => readJson(c, MAX_BODY_BYTES, { sender: 'staff', session_id }));
}

async function parseAll<Name extends EndpointName>(
  c: Context<RequestEnv>,
  name: Name,
  readBody: () => Promise<unknown>,
): Promise<Parsed<Name>> {
  const schemas: EndpointSchemas = ENDPOINT_SCHEMAS[name];
  const parsed = {
    params: schemas.params ? parsePart(schemas.params, c.req.param(), '/params') : undefined,
    query: schemas.query ? parsePart(schemas.query, c.req.query(), '/query') : undefined,
    body: schemas.body ? parsePart(schemas.body, await readBody(), '') : undefined,
  };
  // The table maps each endpoint's name to these schemas; TypeScript cannot infer that through a lookup.
  return parsed as Parsed<Name>;
}

/**
 * Like `parseRequest`, for a command: its body is sent alone, or as the first of several parts with files
 * after it (multipart/form-data), and is the same command either way. The limit is one file plus the largest
 * JSON body.
 */
export async function parseCommand<Name extends EndpointName>(
  c: Context<RequestEnv>,
  name: Name,
  session_id: string,
): Promise<{ parsed: Parsed<Name>; parts: BodyPart[] }> {
  const type = c.req.header('content-type');
  if (!isMultipart(type)) return { parsed: await parseRequest(c, name, session_id), parts: [] };
  const of = { sender: 'staff', session_id, with_files: true } as const;
  const whole = await readBody(c, MAX_FILE_BYTES + MAX_BODY_BYTES, of);
  const [command, ...parts] = partsOf(whole, type);
  if (command?.name !== COMMAND_PART) throw new Problem('malformed', 'The first part must be the command');
  if (command.bytes.byteLength > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES);
  return { parsed: await parseAll(c, name, async () => parseJson(command.bytes)), parts };
}

/** Parses one part and names each invalid field as a JSON pointer. Throws `invalid_input`. */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    pointer: [at, ...issue.path.map(String)].join('/'),
    detail: issue.message,
  }));
  const fields = errors.map(({ pointer, detail }) => `${pointer.slice(1) || 'body'}: ${detail}`);
  throw new Problem('invalid_input', fields.slice(0, 5).join('; '), errors.slice(0, 50));
}

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    detail: z.string().optional(),
    stage: z.string().optional(),
    nothing_recorded: z.literal(true).optional(),
    recorded: z.literal(true).optional(),
    request_id: z.string(),
    current_fils: z.number().int().optional(),
    blocked: z.object({ because: z.enum(VOID_BLOCKERS), reference: z.string().nullable() }).optional(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .openapi('Problem');

/**
 * The idempotency key and, if the device numbers its commands, the device's id with the number and hash of
 * the command.
 */
const commandHeaders = z.object({
  'idempotency-key': uuid,
  [DEVICE_HEADERS.device_id]: uuid.optional(),
  [DEVICE_HEADERS.device_number]: z.number().int().min(1).max(MAX_DEVICE_NUMBER).optional(),
  [DEVICE_HEADERS.device_hash]: sha256.optional(),
  [DEVICE_HEADERS.device_previous]: sha256.optional(),
});

function describe(name: EndpointName, beside: OpenApiExtras) {
  const endpoint: Endpoint = ENDPOINTS[name];
  const { params, query, body, response }: EndpointSchemas = ENDPOINT_SCHEMAS[name];
  const headers = endpoint.command ? commandHeaders : beside.headers;
  const content = body
    ? { 'application/json': { schema: body }, ...(endpoint.command ? withFiles(body) : {}) }
    : beside.body_types && contentOf(beside.body_types);
  return createRoute({
    operationId: name,
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    security: [{ bearer: [] }],
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { headers } : {}),
      ...(content ? { body: { required: true, content } } : {}),
    },
    responses: {
      200: {
        description: 'Done',
        content: beside.answer_types
          ? contentOf(beside.answer_types)
          : { 'application/json': { schema: response } },
      },
      ...problemResponses([...SHARED_ERRORS, ...endpoint.errors]),
    },
  });
}

/** The schema of a command as the first part, with each file after it under the hash of its bytes. */
function withFiles(body: z.ZodType) {
  const file = z.string().openapi({ format: 'binary' });
  return { 'multipart/form-data': { schema: z.object({ [COMMAND_PART]: body }).catchall(file) } };
}

/** Describes bytes of these media types as OpenAPI 3.1 does, with an empty schema. */
export function contentOf(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: {} }]));
}

/** Returns one entry for each HTTP status, with the problem codes that use it. */
export function problemResponses(codes: readonly ProblemCode[]) {
  const byStatus = new Map<number, Set<ProblemCode>>();
  for (const code of codes) {
    const status = PROBLEMS[code].status;
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [
      status,
      {
        description: [...named].join(', '),
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    ]),
  );
}
