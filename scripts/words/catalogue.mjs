import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatter } from '@lingui/format-po';

const PATH = fileURLToPath(new URL('../../web/words/en.po', import.meta.url));
const po = formatter({ lineNumbers: false });
const context = { locale: 'en', sourceLocale: 'en', filename: PATH };

/** Every English message by its id, as the catalogue in the repository has it. */
export async function readCatalogue() {
  const entries = Object.entries(await po.parse(await catalogueFile(), context));
  return Object.fromEntries(entries.map(([id, { message, translation }]) => [id, message ?? translation]));
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

/** Small numbers instead of Lingui's six characters, for the build: a page and its catalogues are built together. */
export function shortIds(messages) {
  const generated = Object.keys(messages).filter((id) => !id.includes('.'));
  const short = new Map(generated.map((id, index) => [id, index]));
  return (id) => short.get(id) ?? id;
}

function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
