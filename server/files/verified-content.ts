import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** Thrown if bytes from the store do not match their hash. */
export class HashMismatch extends Error {
  constructor(sha256: string) {
    super(`the file store returned wrong bytes for content ${sha256}: run mandoob files verify`);
    this.name = 'OtherBytes';
  }
}

/**
 * Streams content, but withholds the last chunk until the hash is verified, so that wrong bytes are never
 * sent completely.
 */
export function verifiedContent(content: Readable, sha256: string): Readable {
  return Readable.from(verified(content, sha256), { objectMode: false });
}

async function* verified(content: Readable, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const piece of content as AsyncIterable<Buffer>) {
    hash.update(piece);
    if (held) yield held;
    held = piece;
  }
  if (hash.digest('hex') !== sha256) throw new HashMismatch(sha256);
  if (held) yield held;
}
