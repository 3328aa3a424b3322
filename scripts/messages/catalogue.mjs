import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatter } from '@lingui/format-po';

const PATH = fileURLToPath(new URL('../../web/messages/en.po', import.meta.url));
const po = formatter({ lineNumbers: false });
const context = { locale: 'en', sourceLocale: 'en', filename: PATH };

/** The files with the messages of the sign-in form and its dependencies. */
const FIRST =
  /^web\/(session|api|messages|screens\/login|shell\/LoadFailure|ui\/(LoadingPage|Toaster|Field|Notice|toast)|Toasts|routes|main)/;

/** Returns every English message of the stored catalogue by id, those of the first screen first. */
export async function readCatalogue() {
  const entries = Object.entries(await po.parse(await catalogueFile(), context));
  const is_first = ([, { origin = [] }]) => origin.some(([file]) => FIRST.test(file));
  const sorted = [...entries.filter(is_first), ...entries.filter((entry) => !is_first(entry))];
  return Object.fromEntries(sorted.map(([id, { message, translation }]) => [id, message ?? translation]));
}

/** Returns the catalogue as text, sorted by message, so that a new message moves no other. */
export async function catalogueText(messages) {
  const sorted = Object.entries(messages).sort(
    ([id, one], [otherId, other]) => compare(one.message, other.message) || compare(id, otherId),
  );
  return await po.serialize(Object.fromEntries(sorted), { ...context, existing: HEADER });
}

/** A header without dates and program names, which would change with every run. */
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
 * Returns a function that maps Lingui's six-character ids to small numbers for the build, in which a page and
 * its catalogues are built together. The messages of the first screen get the smallest numbers, independent
 * of all others.
 */
export function shortIds(messages) {
  const generated = Object.keys(messages).filter((id) => !id.includes('.'));
  const short = new Map(generated.map((id, index) => [id, index]));
  return (id) => short.get(id) ?? id;
}

function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
