import type { Sends } from './test-app.ts';
import { sha256Of } from './test-delivery.ts';

/** Collects uploads for commands that are sent together with their files. `files`: bytes by hash. */
export function collectUploads(): Sends & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    send: async (_method, _path, { bytes = new Uint8Array() } = {}) => {
      files.set(sha256Of(bytes), bytes);
      return Response.json({});
    },
  };
}

export type Parts = Iterable<[name: string, content: string | Uint8Array]>;

/** Sends these parts as the multipart body of a command, in one request. */
export async function sendParts(
  app: Sends,
  path: string,
  by: { session_id: string },
  command_id: string,
  parts: Parts,
): Promise<Response> {
  const form = new FormData();
  for (const [name, content] of parts) {
    if (typeof content === 'string') form.append(name, content);
    else form.append(name, new Blob([content as Uint8Array<ArrayBuffer>]));
  }
  const body = new Response(form);
  return app.send('POST', path, {
    as: by.session_id,
    bytes: new Uint8Array(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '', 'idempotency-key': command_id },
  });
}

/** Sends a command together with its files, in one request. */
export function sendWithFiles(
  app: Sends,
  path: string,
  by: { session_id: string },
  { command_id, input }: { command_id: string; input: object },
  files: Iterable<[string, Uint8Array]>,
): Promise<Response> {
  return sendParts(app, path, by, command_id, [['command', JSON.stringify(input)], ...files]);
}
