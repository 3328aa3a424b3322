import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Documents whose `sh` and `console` blocks a test runs; `console` blocks also show the output. */
export const FOLLOWED = [
  'README.md',
  'docs/operate.md',
  ...readdirSync(join(ROOT, 'docs/operate'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/operate/${name}`),
];

export type Step = {
  /** The command as a shell accepts it. */
  command: string;
  /** The output in the document; null if it shows none. `…` matches any text. */
  shown: string | null;
};

export type Block = {
  /** The file and line, such as `README.md:12`. */
  place: string;
  language: string;
  text: string;
  /** The reason in `<!-- not run: reason -->` before a block that the test does not run; otherwise null. */
  not_run: string | null;
};

const FENCE = /^(?:<!-- not run: (.+?) -->\n+)?```(\S*)\n([\s\S]*?)^```$/gm;

/** Returns all fenced blocks, in the document's order. */
export function blocksOf(file: string): Block[] {
  const text = readDocument(file);
  return [...text.matchAll(FENCE)].map(
    ({ 0: whole, 1: not_run = null, 2: language = '', 3: inside = '', index }) => ({
      place: `${file}:${text.slice(0, index + whole.indexOf('```')).split('\n').length}`,
      language,
      text: inside,
      not_run,
    }),
  );
}

/** Returns the commands of a `sh` or `console` block, with lines joined at backslashes. */
export function stepsOf({ language, text }: Block): Step[] {
  const lines = text.replace(/\\\n\s*/g, '').split('\n');
  if (language === 'sh') {
    return lines
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((command) => ({ command, shown: null }));
  }
  const steps: { command: string; shown: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: [] });
    else steps.at(-1)?.shown.push(line);
  }
  return steps.map(({ command, shown }) => ({ command, shown: shown.join('\n') }));
}

/** Returns the code spans within sentences. */
export function inlineCode(file: string): string[] {
  const prose = readDocument(file).replace(FENCE, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** Returns the files that a document links to, as paths from the project's root. */
export function linksOf(file: string): string[] {
  const links = [...readDocument(file).matchAll(/(?:\]\(|src=")([^)"#\s]+)/g)].map(([, link = '']) => link);
  return links.filter((link) => !link.includes('://')).map((link) => posix.join(posix.dirname(file), link));
}

/** True if an output matches the one in the document. */
export function isAsShown(output: string, shown: string): boolean {
  const parts = shown
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A command that takes long on a slow computer reports its progress, which no document shows.
  const without_progress = output.replace(/^\d+ of \d+ checks complete\n/gm, '');
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(without_progress.trim());
}

function readDocument(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
