import { UnreadableExport } from '../../orders/import-finding.ts';

type Decoder = InstanceType<typeof TextDecoder>;

/** UTF-8 or UTF-16 without its mark, every line end one line feed, so that counted lines are the file's. Throws UnreadableExport. */
export async function* decodeLines(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let held = '';
  for await (const piece of decoded(file)) {
    const text = held + piece;
    // A carriage return at a chunk's end may be half of a line end.
    held = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
  }
  yield held.replace('\r', '\n');
}

async function* decoded(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  // The first two bytes tell the encoding.
  let start = new Uint8Array();
  for await (const chunk of file) {
    if (typeof chunk === 'string') {
      yield chunk;
    } else if (decoder) {
      yield decode(decoder, chunk);
    } else {
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) continue;
      decoder = decoderOf(start);
      yield decode(decoder, start);
    }
  }
  if (!decoder) {
    decoder = decoderOf(start);
    yield decode(decoder, start);
  }
  yield decode(decoder, undefined);
}

/** By its mark; without one a header in UTF-16 has a zero in every other byte, and a text in UTF-8 has none at all. */
function decoderOf([first, second]: Uint8Array): Decoder {
  const big_endian = (first === 0xfe && second === 0xff) || first === 0;
  const little_endian = (first === 0xff && second === 0xfe) || second === 0;
  const encoding = big_endian ? 'utf-16be' : little_endian ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

function decode(decoder: Decoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new UnreadableExport(
      'The file is not text in UTF-8 or UTF-16. Export it again as "CSV for plain text".',
    );
  }
}
