import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatter } from '@lingui/format-po';

const PATH = fileURLToPath(new URL('../../web/words/en.po', import.meta.url));
const po = formatter({ lineNumbers: false });
const context = { locale: 'en', sourceLocale: 'en', filename: PATH };

/** Where the words of the sign-in form and of what it needs stand. */
const FIRST =
  /^web\/(session|api|words|screens\/login|shell\/LoadFailure|ui\/(Waiting|Toaster|Field|Notice|toast)|Toasts|routes|main)/;

/** Every English message by its id, as the catalogue in the repository has it, those of the first screen first. */
export async function readCatalogue() {
  const entries = Object.entries(await po.parse(await catalogueFile(), context));
  const is_first = ([, { origin = [] }]) => origin.some(([file]) => FIRST.test(file));
  const sorted = [...entries.filter(is_first), ...entries.filter((entry) => !is_first(entry))];
  return Object.fromEntries(sorted.map(([id, { message, translation }]) => [id, message ?? translation]));
}

/** The catalogue as the text of its file, sorted by message so that a new one moves no other. */
export async function catalogueText(messages) {
  const sorted = Object.entries(messages).sort(
    ([id, one], [otherId, other]) => compare(one.message, other.message) || compare(id, otherId),
  );
  return await po.serialize(Object.fromEntries(sorted), { ...context, existing: HEADER });
}

/** No dates and no names of programs, which would change with every run. */
const HEADER = `msgid ""
msgstr ""
"Language: en\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
`;

export async function catalogueFile() {
  return (await readFile(PATH, 'utf8')).replaceAll('\r\n', '\n');
}

export async function writeCatalogue(text) {
  await writeFile(PATH, text);
}

/**
 * Small numbers instead of Lingui's six characters, for the build: a page and its catalogues are built together. Those of the first screen are the
 * smallest, and stay so however many there come to be elsewhere.
 */
export function shortIds(messages) {
  const generated = Object.keys(messages).filter((id) => !id.includes('.'));
  const short = new Map(generated.map((id, index) => [id, index]));
  return (id) => short.get(id) ?? id;
}

function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
