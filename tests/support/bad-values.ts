/** JSON texts that no field of any type may accept, by their fault. */
export const BAD_JSON_VALUES: Record<string, string> = {
  'an object': '{"a":1}',
  'a list': '[1,2,3]',
  'a deep list': '['.repeat(20_000) + ']'.repeat(20_000),
  NUL: '"a\\u0000b"',
  'a lone high surrogate': '"a\\ud800b"',
  'a lone low surrogate': '"\\udc00"',
  'an absurd length': JSON.stringify('x'.repeat(100_000)),
  'an absurd Arabic length': JSON.stringify('ش'.repeat(50_000)),
  'beyond a double': '1e999',
  'beyond int8': '9223372036854775808',
  'beyond int8 below': '-9223372036854775809',
  'half a fils': '0.5',
};

/** Values that are invalid as a number, a timestamp or an identifier; a plain text field may accept them. */
export const BAD_TEXTS = [
  '',
  ' ',
  '-infinity',
  'infinity',
  'NaN',
  'now',
  '1e3',
  '+275760-09-13T00:00:00.000Z',
  '275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-11-20T10:00:00',
  '2026-11-20T24:00:00Z',
  '2026-11-20T10:00:00+99:00',
  `2026-11-20T10:00:00.${'1'.repeat(90_000)}Z`,
  '00000000-0000-0000-0000-000000000000',
  "'; drop table orders; --",
  '../../../../etc/passwd',
  '٣',
];

/** Invalid texts, percent-encoded as in a URL. */
export const BAD_ESCAPES = [
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff%fe',
  '%C0%80',
  '%ED%A0%80',
  '%E0%A4%A',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e',
  '..%5c..%5c',
  '%25%30%30',
  '%F0%9F%92%A9',
  '%D8%B4',
  'x'.repeat(5_000),
  "'%20or%201=1--",
  '-1',
  '0',
  '99999999999999999999',
  '1e308',
];

/** Query parameters with free text, which accept any value that can be decoded. */
const FREE_TEXT_PARAMETERS = ['words', 'about', 'account'];

/** True if the parameter may accept this value of `BAD_ESCAPES`. */
export function isFreeText(endpoint: string, parameter: string, text: string): boolean {
  if (endpoint === 'read_report' && parameter === 'after') return /^[\w.:-]{1,60}$/.test(text);
  return FREE_TEXT_PARAMETERS.includes(parameter);
}

/** The JSON pointer of a field. */
export const pointerOf = (path: string[]): string => `/${path.join('/')}`;

/** True if the pointer is that of the field or of a part of it. */
export const isField = (path: string[], pointer: string): boolean =>
  pointer === pointerOf(path) || pointer.startsWith(`${pointerOf(path)}/`);

/** The path of every field of a body, including nested fields. */
export function fieldsOf(value: Record<string, unknown>, at: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...at, key];
    const nested =
      inner !== null && typeof inner === 'object' ? fieldsOf(inner as Record<string, unknown>, here) : [];
    return [here, ...nested];
  });
}

/** Returns the body's JSON with the field at `path` replaced by a JSON text, or removed if undefined. */
export function withField(body: Record<string, unknown>, path: string[], json: string | undefined): string {
  const [key = '', ...rest] = path;
  if (Array.isArray(body)) {
    const items = body.map((item: Record<string, unknown>, at) => {
      if (String(at) !== key) return JSON.stringify(item);
      return rest.length > 0 ? withField(item, rest, json) : json;
    });
    return `[${items.filter((item) => item !== undefined).join(',')}]`;
  }
  const parts = Object.entries(body).flatMap(([name, value]) => {
    if (name !== key) return [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
    if (rest.length > 0)
      return [`${JSON.stringify(name)}:${withField(value as Record<string, unknown>, rest, json)}`];
    return json === undefined ? [] : [`${JSON.stringify(name)}:${json}`];
  });
  return `{${parts.join(',')}}`;
}

/** Returns a copy of the body with another value for the field at `path`, or without it if undefined. */
export function withValue(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) {
    const items = body.map((item: unknown, at) => (String(at) === key ? withValue(item, rest, value) : item));
    return items.filter((item) => item !== undefined);
  }
  const fields = { ...(body as Record<string, unknown>) };
  const changed = withValue(fields[key], rest, value);
  if (changed === undefined) delete fields[key];
  else fields[key] = changed;
  return fields;
}
