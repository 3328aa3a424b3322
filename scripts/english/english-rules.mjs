/**
 * The part of `docs/english.md` that patterns can check, in comments, test names and messages. A line with
 * the word `sic` in it, and the line after it, are right as written.
 */

/** The first words of sentences without a subject. */
const HEADLESS =
  /^(?:One that|What|Whatever|Who|Whom|Whose|Whoever|Whether|Where|Wherever|Of|As|How|Which|That)\s/;
/** Test names begin with a small letter. */
const HEADLESS_NAME = new RegExp(HEADLESS, 'i');
/** An inner sentence of a comment is recognised by its capital letter. */
const HEADLESS_INSIDE = /[.:;!] (?:One that|What|Whatever|Who|Whoever|Whether|Of|How|Which)\s/;

/** The rows of the terms table that are always wrong. */
const ALWAYS_WRONG = [
  {
    word: /\b(?:[Tt]ells?|[Tt]elling|[Tt]old|[Ss]ays?|[Ss]aying|said|(?<!\p{Lu}\p{L}+ )Said)\b/u,
    write: 'report, return, show, log, notify',
  },
  { word: /\b(?:anew|once more)\b/i, write: 'again; recompute, reload, retry' },
  { word: /\bof before\b/i, write: 'previous, older' },
  { word: /\b(?:whoever|who may)\b/i, write: 'the user who …, permitted roles' },
  { word: /\b(?:stands (?!for\b)|stands$|lies\b|to be had\b)/i, write: 'is, is stored, is available' },
  { word: /\bby itself\b/i, write: 'automatically, continues' },
  { word: /\b(?:not taken|left out)\b/i, write: 'not imported, skipped' },
  { word: /\bworlds? of (?:a|the|this|its) tab\b|\btab's world\b/i, write: 'environment, platform' },
  { word: /\bdeeds?\b/i, write: 'bulk actions' },
  { word: /\b(?:befalls?|befell|befallen|fates?)\b/i, write: 'inject a fault, outcome' },
  { word: /\bmade-up languages?\b/i, write: 'pseudo-locales' },
  { word: /\bfew at once\b/i, write: 'limit concurrency' },
];

const MARK = /\bsic\b/;
const COLUMNS_MAX = 110;
const COMMENT = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/|--|#(?![!{]))\s?(.*?)(?:\*\/)?$/;
const TRAILING_COMMENT = /^(?!\s*\/\/).*[;,{(\s]\/\/ (.*)$/;
const BLOCK_COMMENT = /\/\*\*? (.*?) \*\//;
const TEST_NAME = /(?:\b(?:it|test|describe)\b[^'"`]*\(\s*|^\s*(?:\]\)\()?)(['"`])(.*?\s.*?)\1(?:,|$)/;
const STRING = /(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
const ELEMENT_TEXT = /^\s*([A-Z][^{}<>=;]*[a-z.?!])$|>([A-Z][^{}<>]*)</;
const SENTENCE = /\p{L}+[^\p{L}\n]*\s\p{L}+[^\p{L}\n]*\s\p{L}/u;

/**
 * Finds the faults in lines of a source file.
 *
 * @param {string} path decides the language and thereby the form of comments
 * @param {readonly { number: number, text: string }[]} lines in their order, not necessarily consecutive
 */
export function englishFaults(path, lines) {
  const found = [];
  for (const [index, { number, text: line }] of lines.entries()) {
    const before = lines[index - 1];
    if (MARK.test(line) || (before?.number === number - 1 && MARK.test(before.text))) continue;
    for (const { kind, text } of textsOf(path, line)) {
      for (const fault of faultsOf(kind, text)) found.push({ path, number, kind, fault, text });
      if (kind === 'comment' && line.length > COLUMNS_MAX) {
        found.push({ path, number, kind, fault: `wider than ${COLUMNS_MAX} columns`, text });
      }
    }
  }
  return found;
}

/** Returns the comments, test names and messages of one line. */
export function textsOf(path, line) {
  const comment = commentOf(path, line);
  if (comment !== null) return [{ kind: 'comment', text: comment }];
  if (/^\s*(?:import|export) .* from /.test(line)) return [];
  const name = TEST_NAME.exec(line);
  if (name && /\.test\.tsx?$/.test(path)) return [{ kind: 'test name', text: name[2] }];
  const texts = [];
  const trailing = TRAILING_COMMENT.exec(line) ?? BLOCK_COMMENT.exec(line);
  if (trailing) texts.push({ kind: 'comment', text: trailing[1] });
  for (const [, , text] of line.matchAll(STRING)) {
    if (SENTENCE.test(text)) texts.push({ kind: 'message', text });
  }
  const element = path.endsWith('.tsx') ? ELEMENT_TEXT.exec(line) : null;
  if (element) texts.push({ kind: 'message', text: element[1] ?? element[2] });
  return texts;
}

function commentOf(path, line) {
  if (/^\s*#/.test(line) && !/\.(?:sh|ya?ml|toml|run)$|Containerfile/.test(path)) return null;
  if (/^\s*--/.test(line) && !path.endsWith('.sql')) return null;
  return COMMENT.exec(line)?.[1] ?? null;
}

function faultsOf(kind, text) {
  const words = ALWAYS_WRONG.filter(({ word }) => word.test(text)).map(
    ({ word, write }) => `"${word.exec(text)[0].trim()}": ${write}`,
  );
  const headless =
    !text.includes('?') &&
    ((kind === 'test name' ? HEADLESS_NAME : HEADLESS).test(text) || HEADLESS_INSIDE.test(text));
  return headless ? [`no subject: "${text.slice(0, 40)}"`, ...words] : words;
}
