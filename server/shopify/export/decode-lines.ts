import type { Encoding, StreamDecoder } from '../../../contract/rules/encodings/encodings.ts';

/**
 * Decodes a file's text without its byte order mark. Every line end becomes one line feed, so that line
 * numbers match the file; U+FFFD replaces bytes that are no character.
 */
export async function* decodeLines(
  file: AsyncIterable<Uint8Array | string>,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<string> {
  let pending = '';
  for await (const part of decoded(file, decoderFor(encoding))) {
    const text = pending + part;
    // A carriage return at a chunk's end may be half of a line end.
    pending = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - pending.length).replace(/\r\n?/g, '\n');
  }
  yield pending.replace('\r', '\n');
}

async function* decoded(
  file: AsyncIterable<Uint8Array | string>,
  decoder: StreamDecoder,
): AsyncGenerator<string> {
  for await (const chunk of file)
    yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The characters of windows-1252 in the bytes 80 to 9F. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** Some versions of Node decode windows-1252 as ISO 8859-1, whose bytes 80 to 9F are control characters. */
function decoderFor(encoding: Encoding): StreamDecoder {
  const decoder = new TextDecoder(encoding);
  if (encoding !== 'windows-1252') return decoder;
  return {
    decode: (bytes, options) =>
      decoder
        .decode(bytes, options)
        .replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control),
  };
}
