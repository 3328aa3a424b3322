import { currentWork } from '../current-work.ts';

/** Limits of an error's message and stack, in characters. */
const MESSAGE_LENGTH = 500;
const STACK_LENGTH = 4_000;

const FRAME = '\n    at ';
/** Shorter parts of an address occur in other words, too. */
const PART_LENGTH_MIN = 4;
/**
 * Matches lower-case words such as names of routes, tables and columns, without which a message does not show
 * what failed.
 */
const PROGRAM_WORD = /^[a-z_-]{1,11}$/;

/**
 * Returns what failed, but not the values that it failed on: `detail` and `where` contain the row. A message
 * seldom quotes a value, and is needed; `withoutAddress` removes the address of the request from it.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = withoutAddress(error.message).slice(0, MESSAGE_LENGTH);
  return {
    type: error.name,
    message,
    stack: `${error.name}: ${message}${framesOf(error)}`.slice(0, STACK_LENGTH),
    ...('code' in error ? { code: error.code } : {}),
  };
}

/** Returns the frames of a stack, without the message before them: it may be longer than the limit. */
function framesOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  const first = rest.indexOf(FRAME);
  return first < 0 ? '' : rest.slice(first);
}

/**
 * Removes the address of the current request and each of its parts, except parts of fewer than 4 characters
 * and lower-case words of fewer than 12.
 */
function withoutAddress(text: string): string {
  return partsOf(currentWork()?.address ?? '').reduce(
    (rest, part) => rest.replaceAll(part, '[address]'),
    text,
  );
}

/** Returns an address with its path, segments and query values, as sent and decoded, longest first. */
function partsOf(address: string): string[] {
  const [path = ''] = address.split('?', 1);
  const values = address
    .slice(path.length + 1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const sent = [address, path, ...path.split('/'), ...values];
  const forms = [...sent, ...values.map((value) => value.replaceAll('+', ' '))].flatMap((part) => [
    part,
    decoded(part, decodeURI),
    decoded(part, decodeURIComponent),
  ]);
  // A decoded segment may contain separators, and Node escapes control characters in its messages.
  const parts = new Set([...forms, ...forms.flatMap((form) => form.split(/[/\\\p{Cc}]/u))]);
  return [...parts]
    .filter((part) => part.length >= PART_LENGTH_MIN && !PROGRAM_WORD.test(part))
    .sort((one, other) => other.length - one.length);
}

/** Decodes the valid escapes of a text. */
function decoded(text: string, decode: (escapes: string) => string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decode(escapes);
    } catch {
      return escapes;
    }
  });
}
