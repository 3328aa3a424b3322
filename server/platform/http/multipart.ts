import { getMultipartBoundary, type MultipartPart, parseMultipart } from '@remix-run/multipart-parser';
import { Problem } from '../problem.ts';

export type BodyPart = { name: string; bytes: Uint8Array };

const PARTS_MAX = 8;
const HEADER_BYTES_MAX = 1024;

export function isMultipart(content_type: string | undefined): content_type is string {
  return /^multipart\/form-data\s*;/i.test(content_type ?? '');
}

/** The parts of a whole body, in their order; their bytes are the body's own. Throws `malformed` for what is no such body, or has no name for a part. */
export function partsOf(body: Uint8Array, content_type: string): BodyPart[] {
  const boundary = getMultipartBoundary(content_type);
  if (!boundary) throw new Problem('malformed', 'The body names no boundary');
  const limits = { maxParts: PARTS_MAX, maxHeaderSize: HEADER_BYTES_MAX };
  // How much may come was said to whoever read the body.
  const whole = { maxFileSize: body.byteLength, maxTotalSize: body.byteLength };
  try {
    return [...parseMultipart(body, { boundary, ...limits, ...whole })].map(partOf);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('malformed', 'The body has no such parts');
  }
}

function partOf({ name, content }: MultipartPart): BodyPart {
  if (!name) throw new Problem('malformed', 'A part of the body has no name');
  const [bytes = new Uint8Array(0), ...more] = content;
  return { name, bytes: more.length === 0 ? bytes : Buffer.concat(content) };
}
