import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** Bytes of a store that do not make the hash under which they lie. */
export class OtherBytes extends Error {
  constructor(sha256: string) {
    super(`the store of files gave other bytes than those of content ${sha256}: see mandoob files verify`);
    this.name = 'OtherBytes';
  }
}

/** Content as it leaves: its last piece only once the hash of all is right, so that other bytes never arrive as a whole. */
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
  if (hash.digest('hex') !== sha256) throw new OtherBytes(sha256);
  if (held) yield held;
}
