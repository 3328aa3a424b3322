import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { ENDPOINT_SCHEMAS } from '../../contract/operations/endpoint-schemas.ts';
import { formatDate } from '../../contract/rules/dates/dates.ts';
import { type FileType, MAX_FILE_BYTES } from '../../contract/rules/storage-paths.ts';
import { sha256 } from '../../contract/schemas/fields.ts';
import { addOperation } from '../operations/add-command.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';
import { asActor } from '../platform/database/transactions.ts';
import { type App, admit, contentOf, mount, parsePart, problemResponses } from '../platform/http/endpoint.ts';
import { readBody } from '../platform/http/read-body.ts';
import type { RequestEnv, Services } from '../platform/http/services.ts';
import { Problem } from '../platform/problem.ts';
import { deriveKeys } from '../platform/secrets/keys.ts';
import { readToken, signToken } from '../platform/secrets/signed-tokens.ts';
import { admitMoreUploads, admitUpload, unpinnedBytes } from './file-policy.ts';
import { putFile, type Within } from './put-file.ts';
import type { ContentStore } from './store/content-store.ts';
import { verifiedContent } from './verified-content.ts';

const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const satisfies FileType[];

const signedLinkRoute = createRoute({
  operationId: 'open_signed_file',
  method: 'get',
  path: '/storage/v1/object/signed/{token}',
  summary: 'Open the file of a signed link, which needs no other authorization',
  security: [],
  request: { params: z.object({ token: z.string() }) },
  responses: {
    200: { description: 'The bytes of that version', content: contentOf(FILE_TYPES) },
    ...problemResponses([
      'link_expired',
      'not_signed_in',
      'no_profile',
      'not_found',
      'unavailable',
      'unexpected',
    ]),
  },
});

export function fileRoutes(app: App, services: Services, store: ContentStore): void {
  const keys = deriveKeys(services.auth_secrets, 'file links');

  const put = async (c: Context<RequestEnv>) => {
    const session_id = await services.sessionOf(c);
    const name = parsePart(ENDPOINT_SCHEMAS.put_file.params, c.req.param(), '/params');
    const header = c.req.header('content-sha256');
    const announced = header === undefined ? undefined : parsePart(sha256, header, '/headers/content-sha256');
    // Checked before the body is read, and again when the file is stored.
    const admitted = async (_: Tx, actor: Staff, unpinned_bytes: number) => {
      admit(c, 'put_file', actor);
      admitUpload(actor, name.bucket, name.path);
      admitMoreUploads(unpinned_bytes);
    };
    await asActor(services.requests, session_id, admitted, { first: unpinnedBytes });
    const hash = createHash('sha256');
    const sender = { sender: 'staff', session_id, with_files: true } as const;
    const bytes = await readBody(c, MAX_FILE_BYTES, sender, (piece) => hash.update(piece));
    const upload = { ...name, bytes, sha256: hash.digest('hex') };
    if (announced !== undefined && announced !== upload.sha256) throw new Problem('file_hash');
    const within: Within = (first, work) => asActor(services.requests, session_id, work, { first });
    return c.json(await putFile(within, store, upload));
  };
  mount(app, 'put_file', put, {
    headers: z.object({ 'content-sha256': sha256.optional() }),
    body_types: FILE_TYPES,
  });

  addOperation(app, services, 'sign_file', async (tx, actor, { body }, { now, viewed: looked }) => {
    const is_version = body.sha256 ? sql`sha256 = ${body.sha256}` : sql`true`;
    const newest = sql<{ id: string; erased_at: Date | null }>`
      select id, erased_at from files
      where shop_id = ${actor.shop_id} and bucket = ${body.bucket} and path = ${body.path} and ${is_version}
      order by pinned_at is null, uploaded_at desc limit 1`;
    const file = await firstRow(tx, newest);
    if (!file) throw new Problem('not_found');
    await assertNotErased(tx, file);
    looked({ what: 'look_at_file', subject_id: file.id, after: { bucket: body.bucket } });
    const token = signLink(keys, { file_id: file.id, session_id: actor.session_id }, now);
    return { signed_url: `/storage/v1/object/signed/${token}`, expires_in: LINK_SECONDS };
  });

  // Opened by the browser without a bearer token: the link identifies version and session.
  app.openAPIRegistry.registerPath(signedLinkRoute);
  app.get('/storage/v1/object/signed/:token', async (c) => {
    const { file_id, session_id } = readLink(keys, c.req.param('token'), services.now());
    const file = await asActor(services.requests, session_id, (tx, actor) =>
      visibleFile(tx, actor.shop_id, file_id),
    );
    if (c.req.method === 'HEAD') return sendFile(c, file, null);
    const content = await store.read(file.shop_id, file.sha256).catch((error: unknown) => {
      throw new Problem('unavailable').causedBy(error);
    });
    if (!content) {
      // It may have been erased since `file` was read.
      await asActor(services.requests, session_id, (tx, actor) => visibleFile(tx, actor.shop_id, file_id));
      throw new Error(`the content of file ${file_id} is missing`);
    }
    const verified = verifiedContent(content, file.sha256);
    // The response has begun: it can only be aborted, and the reason logged.
    verified.once('error', (err) =>
      services.log.error({ err, file_id }, 'a file could not be sent completely'),
    );
    return sendFile(c, file, verified);
  });
}

async function visibleFile(tx: Tx, shop_id: number, id: string) {
  const file = await findRow(tx, 'files', { shop_id, id }, [
    'shop_id',
    'sha256',
    'type',
    'bytes',
    'path',
    'erased_at',
  ]);
  if (!file) throw new Problem('not_found');
  await assertNotErased(tx, file);
  return file;
}

/** Throws `not_found` with the date of erasure; only the file's hash is kept. */
async function assertNotErased(tx: Tx, { erased_at }: { erased_at: Date | null }): Promise<void> {
  if (erased_at === null) return;
  const day = formatDate(erased_at, (await readShop(tx)).time_zone);
  throw new Problem('not_found', `This was erased on ${day}, under the shop's settings`);
}

/** Sends a file for display only: never sniffed, without referrer, and sandboxed if it is an image. */
function sendFile(
  c: Context,
  file: { type: string; bytes: number; path: string },
  content: Readable | null,
): Response {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  c.header('content-type', file.type);
  c.header('content-length', String(file.bytes));
  c.header(
    'content-disposition',
    `inline; filename="document"; filename*=UTF-8''${encodeURIComponent(name)}`,
  );
  c.header('cache-control', 'private, max-age=60');
  c.header('referrer-policy', 'no-referrer');
  // A sandbox would stop the browser's own PDF viewer.
  const sandbox = file.type === 'application/pdf' ? '' : '; sandbox';
  c.header(
    'content-security-policy',
    `default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'${sandbox}`,
  );
  return content ? c.body(Readable.toWeb(content) as ReadableStream) : c.body(null);
}

/** The lifetime of a link, in seconds (ruling D3). */
export const LINK_SECONDS = 60;

type Link = { file_id: string; session_id: string };

const AUDIENCE = 'file';

/** Signs a link to one version for one session, valid from `now` on. */
export function signLink(keys: readonly Uint8Array[], link: Link, now: Date): string {
  const [key] = keys;
  if (!key) throw new Error('no key to sign links with');
  const exp = Math.floor(now.getTime() / 1000) + LINK_SECONDS;
  return signToken(key, { aud: AUDIENCE, sub: link.file_id, sid: link.session_id, exp });
}

/** Verifies a link. Throws `link_expired` if it is expired, tampered with or malformed. */
function readLink(keys: readonly Uint8Array[], token: string, now: Date): Link {
  const claims = readToken(keys, token, { audience: AUDIENCE, now });
  if (!claims?.sub || typeof claims.sid !== 'string') throw new Problem('link_expired');
  return { file_id: claims.sub, session_id: claims.sid };
}
