import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Documents that are followed as they stand: what a `sh` block says is done, and a `console` block also shows what comes of it. */
export const FOLLOWED = [
  'README.md',
  'docs/operate.md',
  ...readdirSync(join(ROOT, 'docs/operate'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/operate/${name}`),
];

export type Step = {
  /** As a shell takes it. */
  command: string;
  /** What the document shows of its output; null where it shows nothing. `…` stands for anything. */
  shown: string | null;
};

export type Block = {
  /** `README.md:12` */
  place: string;
  language: string;
  text: string;
  /** Why nobody follows it here; `<!-- not run: reason -->` stands before it. */
  not_run: string | null;
};

const FENCE = /^(?:<!-- not run: (.+?) -->\n+)?```(\S*)\n([\s\S]*?)^```$/gm;

/** Everything between fences, in the document's order. */
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

/** The commands of a block of `sh` or `console`; one that ends with a backslash goes on in the next line. */
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

/** Code in the midst of a sentence. */
export function inlineCode(file: string): string[] {
  const prose = readDocument(file).replace(FENCE, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** Files of the project that a document leads to, from the project's root. */
export function linksOf(file: string): string[] {
  const links = [...readDocument(file).matchAll(/(?:\]\(|src=")([^)"#\s]+)/g)].map(([, link = '']) => link);
  return links.filter((link) => !link.includes('://')).map((link) => posix.join(posix.dirname(file), link));
}

/** Whether an output is what a document shows. */
export function isAsShown(output: string, shown: string): boolean {
  const parts = shown
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A command that takes long on a slow machine reports its progress, which no document shows.
  const without_progress = output.replace(/^\d+ of \d+ proofs made\n/gm, '');
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(without_progress.trim());
}

function readDocument(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
