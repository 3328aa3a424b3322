import { describe, expect, it, test } from 'vitest';
import { damaged, encodedIn } from '../../../tests/support/encoded-text.ts';
import type { Encoding } from './encodings.ts';
import { findEncoding, NotText } from './find-encoding.ts';
import { Utf8Evidence } from './utf8-evidence.ts';

function find(bytes: Uint8Array, chunk = 64 * 1024) {
  return findEncoding({
    read: async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    },
    decoder: (encoding, options) => new TextDecoder(encoding, options),
  });
}

const HEADER = 'Order number,Name,Phone,Address,Amount,Payment method\n';
const ENGLISH = ['John Smith', 'Priya Nair', 'Omar', 'Maria Santos', 'Rahul Verma'];
const ARABIC = [
  'ليلى',
  'محمد عبدالله',
  'نورة الشامسي',
  'شارع الوصل، فيلا 12',
  'بناية المرجان، شقة 304، دبي مارينا',
  'عمر خالد',
];
const WESTERN = ['José García', 'Müller, Jürgen', 'Zoë Brontë', 'Hélène Côté', 'Søren Åkesson', 'Großmann'];
const RUSSIAN = ['Иван Петров', 'Ольга Смирнова', 'Наталья Кузнецова', 'Сергей Иванов'];
const GREEK = ['Γιώργος Παπαδόπουλος', 'Ελένη Νικολάου'];
const POLISH = ['Łukasz Wiśniewski', 'Żaneta Kowalska', 'Grażyna Wójcik', 'Małgorzata Dąbrowska'];

/**
 * Returns a list with English headers; the first `foreign` of its `rows` rows have names in another language.
 */
function list(names: readonly string[], rows: number, foreign: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const name = at < foreign ? names[at % names.length] : ENGLISH[at % ENGLISH.length];
    return `A-${1000 + at},"${name}",0501234567,"Villa ${at}, Street 5, Al Barsha",${100 + at}.50,Cash\n`;
  });
  return HEADER + lines.join('');
}

const SIZES = [
  [1, 1],
  [10, 1],
  [10, 3],
  [300, 10],
  [300, 300],
] as const;

describe('the detected encoding of names in a list is', () => {
  it.each<[string, Encoding, readonly string[]]>([
    ['Arabic', 'windows-1256', ARABIC],
    ['Western European', 'windows-1252', WESTERN],
    ['Cyrillic', 'windows-1251', RUSSIAN],
    ['Greek', 'windows-1253', GREEK],
  ])('the Windows code page of %s names', async (_, encoding, names) => {
    const found = await Promise.all(
      SIZES.map(
        async ([rows, foreign]) => (await find(encodedIn(encoding, list(names, rows, foreign)))).name,
      ),
    );
    expect(found).toEqual(SIZES.map(() => encoding));
  });

  test('ISO 8859-6 for several Arabic names', async () => {
    for (const [rows, foreign] of SIZES.slice(2)) {
      const bytes = encodedIn('iso-8859-6', list(ARABIC, rows, foreign));
      expect(await find(bytes)).toMatchObject({ name: 'iso-8859-6', by: 'guessed' });
    }
  });

  test.each(['علي', 'عجمان', 'ديرة'])('windows-1256 for one short Arabic name, %s', async (name) => {
    expect((await find(encodedIn('windows-1256', list([name], 10, 1)))).name).toBe('windows-1256');
  });

  test('windows-1250 for several Central European names', async () => {
    const bytes = encodedIn('windows-1250', list(POLISH, 300, 300));
    expect(await find(bytes)).toMatchObject({ name: 'windows-1250', by: 'guessed' });
  });

  test('a guessed Latin encoding for Turkish names', async () => {
    const turkish = ['Ayşe Yılmaz', 'Gökhan Şahin', 'İbrahim Öztürk', 'Çağla Güneş'];
    const { name, by } = await find(encodedIn('windows-1254', list(turkish, 300, 300)));
    expect(by).toBe('guessed');
    expect(['windows-1252', 'windows-1250', 'windows-1254']).toContain(name);
  });

  it.each<[string, string, Encoding]>([
    ['an Arabic name that is too short for the detector', 'عمر', 'windows-1256'],
    ['a French word', 'Café', 'windows-1252'],
    ['a German name', 'Großmann', 'windows-1252'],
    ['a degree sign', '25°', 'windows-1252'],
  ])('the usual encoding of the script for %s', async (_, name, encoding) => {
    expect(await find(encodedIn(encoding, list([name], 10, 1)))).toMatchObject({
      name: encoding,
      by: 'guessed',
      is_ascii: false,
    });
  });

  test('windows-1256 for Arabic headers with commas that are valid UTF-8', async () => {
    const header = 'رقم الطلب،الاسم،العنوان\n1,2,3\n';
    expect(await find(encodedIn('windows-1256', header))).toMatchObject({ name: 'windows-1256' });
  });

  test('windows-1256 for one Arabic name after 200 KB of English', async () => {
    const bytes = encodedIn('windows-1256', `${list(ENGLISH, 2_500, 0)}A-9,ليلى محمد,,,5,Cash\n`);
    expect(await find(bytes)).toMatchObject({ name: 'windows-1256' });
  });
});

const ARABIC_LIST = encodedIn('utf-8', list(ARABIC, 300, 300));
/** The positions of bytes above 7F. */
const HIGH = [...ARABIC_LIST.keys()].filter((at) => (ARABIC_LIST[at] ?? 0) >= 0x80);

describe('UTF-8', () => {
  it.each<[string, string, boolean]>([
    ['of English only', list(ENGLISH, 10, 0), true],
    ['of Arabic', list(ARABIC, 10, 3), false],
    ['with a byte order mark', `\uFEFF${list(ARABIC, 10, 3)}`, false],
    ['with characters outside the basic plane', list(['Layla 🏠'], 10, 1), false],
    ['with U+FFFD that another program wrote', list(['\uFFFD\uFFFD\uFFFD'], 10, 10), false],
    ['of an empty file', '', true],
  ])('%s is certain', async (_, text, is_ascii) => {
    for (const chunk of [1, 3, 64 * 1024]) {
      const expected = { name: 'utf-8', by: 'certain', is_ascii };
      expect(await find(encodedIn('utf-8', text), chunk)).toEqual(expected);
    }
  });

  const one_in = (step: number) => HIGH.filter((_, at) => at % step === 0);
  it.each<[string, Uint8Array]>([
    ['L12: one broken byte in 300 rows', damaged(ARABIC_LIST, [HIGH[4_001] ?? 0])],
    ['one byte inserted', Buffer.concat([ARABIC_LIST, Uint8Array.of(0xff, 0x0a)])],
    ['an end within a character', ARABIC_LIST.subarray(0, HIGH.at(-1))],
    ['a broken byte in an English list', damaged(encodedIn('utf-8', list(ARABIC, 300, 1)), [9_000])],
  ])('is detected despite %s', async (_, bytes) => {
    for (const chunk of [1, 64 * 1024]) {
      expect(await find(bytes, chunk)).toEqual({ name: 'utf-8', by: 'broken', is_ascii: false });
    }
  });

  test('is detected when every tenth byte of the names is broken', async () => {
    expect(await find(damaged(ARABIC_LIST, one_in(10)))).toMatchObject({ name: 'utf-8', by: 'broken' });
  });

  test('is chosen for broken bytes after a byte order mark', async () => {
    const bytes = Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), encodedIn('windows-1256', 'رقم,محمد\n')]);
    expect(await find(bytes)).toMatchObject({ name: 'utf-8', by: 'broken' });
  });

  test('is chosen for a file with rows of UTF-8 and of windows-1256, whose rows are then errors', async () => {
    const bytes = Buffer.concat([ARABIC_LIST, encodedIn('windows-1256', list(ARABIC, 300, 300))]);
    expect(await find(bytes)).toMatchObject({ name: 'utf-8', by: 'broken' });
  });
});

test('the number of broken bytes equals the number of characters that a decoder replaces', () => {
  const tail = [0xe0, 0x80, 0x41, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0xf0, 0x9f, 0x8f, 0x0a, 0xc0, 0xaf, 0xd9];
  const bytes = Buffer.concat([encodedIn('utf-8', 'é→🏠'), Uint8Array.from(tail)]);
  for (const chunk of [1, 2, bytes.length]) {
    const evidence = new Utf8Evidence();
    for (let at = 0; at < bytes.length; at += chunk) evidence.take(bytes.subarray(at, at + chunk));
    evidence.end();
    const { valid, broken } = evidence;
    expect([valid, broken]).toEqual([3, new TextDecoder().decode(bytes).split('\uFFFD').length - 1]);
  }
});

describe('a file in UTF-16', () => {
  const texts = [
    ['of English', list(ENGLISH, 10, 0)],
    ['of Arabic with an Arabic first character', 'رقم الطلب\tالاسم\n1001\tليلى محمد\n'],
    ['of Russian', list(RUSSIAN, 10, 10)],
  ] as const;
  const encodings = ['utf-16le', 'utf-16be'] as const;
  const cases = encodings.flatMap((encoding) => texts.map(([what, text]) => [encoding, what, text] as const));

  it.each(cases)('(%s %s) is detected with and without a byte order mark', async (encoding, _, text) => {
    for (const chunk of [1, 3, 64 * 1024]) {
      const marked = await find(encodedIn(encoding, `\uFEFF${text}`), chunk);
      expect(marked).toMatchObject({ name: encoding, by: 'certain' });
      expect(await find(encodedIn(encoding, text), chunk)).toMatchObject({ name: encoding, by: 'guessed' });
    }
  });

  test('is not confused with UTF-8 that contains a NUL character', async () => {
    expect(await find(encodedIn('utf-8', 'No,Name\n1,La\0yla\n'))).toMatchObject({ name: 'utf-8' });
    expect(await find(encodedIn('utf-8', '\0No,Name\n1,ليلى\n'))).toMatchObject({ name: 'utf-8' });
  });
});

test('an image and a compressed file are not text', async () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1);
  const compressed = Uint8Array.from({ length: 5_000 }, (_, at) => (at * at * 7 + (at >> 3)) & 0xff);
  for (const bytes of [jpeg, compressed]) await expect(find(bytes)).rejects.toThrow(NotText);
});

test('an error thrown by the text callback ends the detection', async () => {
  const source = {
    read: async function* () {
      yield encodedIn('utf-8', 'a\n');
    },
    decoder: (encoding: Encoding, options: { fatal: boolean }) => new TextDecoder(encoding, options),
    onText: () => {
      throw new RangeError('too long');
    },
  };
  await expect(findEncoding(source)).rejects.toThrow('too long');
});
