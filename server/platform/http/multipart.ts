import { getMultipartBoundary, type MultipartPart, parseMultipart } from '@remix-run/multipart-parser';
import { Problem } from '../problem.ts';

export type BodyPart = { name: string; bytes: Uint8Array };

const PARTS_MAX = 8;
const HEADER_BYTES_MAX = 1024;

export function isMultipart(content_type: string | undefined): content_type is string {
  return /^multipart\/form-data\s*;/i.test(content_type ?? '');
}

/**
 * Returns the parts of a complete body in order, as views of its bytes. Throws `malformed` if the body is not
 * multipart or a part has no name.
 */
export function partsOf(body: Uint8Array, content_type: string): BodyPart[] {
  const boundary = getMultipartBoundary(content_type);
  if (!boundary) throw new Problem('malformed', 'The content type has no boundary');
  const limits = { maxParts: PARTS_MAX, maxHeaderSize: HEADER_BYTES_MAX };
  // The total size was limited when the body was read.
  const whole = { maxFileSize: body.byteLength, maxTotalSize: body.byteLength };
  try {
    return [...parseMultipart(body, { boundary, ...limits, ...whole })].map(partOf);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('malformed', 'The body is not valid multipart');
  }
}

function partOf({ name, content }: MultipartPart): BodyPart {
  if (!name) throw new Problem('malformed', 'A part of the body has no name');
  const [bytes = new Uint8Array(0), ...more] = content;
  return { name, bytes: more.length === 0 ? bytes : Buffer.concat(content) };
}
