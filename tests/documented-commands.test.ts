import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mandoobProgram } from '../server/cli/program.ts';
import {
  type Block,
  blocksOf,
  FOLLOWED,
  inlineCode,
  isAsShown,
  linksOf,
  stepsOf,
} from './support/followed-document.ts';
import { placeProduct } from './support/followed-product.ts';
import { opensNothing } from './support/test-cli.ts';
import { limitMs } from './support/time-limits.ts';

/**
 * Runs the commands of the README and of the operations guide as written, against the built product, document
 * after document.
 */

const documents = FOLLOWED.map((file) => ({ file, blocks: blocksOf(file) }));
const RUN = ['sh', 'console'];

describe('the commands of', () => {
  let product: Awaited<ReturnType<typeof placeProduct>>;
  beforeEach(async () => {
    product = await placeProduct();
  });
  afterEach(() => product.remove());

  async function follow(blocks: readonly Block[]): Promise<void> {
    for (const block of blocks.filter(
      ({ language, not_run }) => RUN.includes(language) && not_run === null,
    )) {
      for (const { command, shown } of stepsOf(block)) {
        const { code, output } = await product.run(command);
        const details = `${block.place}\n$ ${command}\n${output}\n(exit code ${code})`;
        if (shown === null) expect(code, details).toBe(0);
        else expect(isAsShown(output, shown), `${details}\nis not as shown:\n${shown}`).toBe(true);
      }
    }
  }

  // About fifty commands, each in its own process.
  const LONG = { tags: ['documents'], timeout: limitMs(300_000) };
  it('every document run without an error', LONG, () => follow(documents.flatMap(({ blocks }) => blocks)));
});

it('lists the commands that are not run, with the reason', () => {
  const blocks = documents.flatMap(({ blocks }) => blocks);
  const not_run = blocks.filter(({ not_run }) => not_run !== null);
  console.log(
    ['Commands of documents not run:', ...not_run.map(({ place, not_run }) => `${place} ${not_run}`)].join(
      '\n  ',
    ),
  );
  // A block with a reason not to run must contain commands, and every fence must name its language: `sh`, not
  // `bash` or `shell`.
  expect(not_run.filter(({ language }) => !RUN.includes(language))).toEqual([]);
  expect(blocks.filter(({ language }) => /^(|bash|shell|zsh|shell-session)$/.test(language))).toEqual([]);
  // The product's own commands can all be run.
  const needless = not_run.filter(
    ({ text, not_run }) => text.includes('bin/mandoob.mjs') && !/^needs |^ends /.test(not_run ?? ''),
  );
  expect(needless).toEqual([]);
});

it('links lead to existing files', () => {
  const broken = FOLLOWED.flatMap((file) =>
    linksOf(file).flatMap((link) =>
      existsSync(new URL(`../${link}`, import.meta.url)) ? [] : [{ file, link }],
    ),
  );
  expect(broken).toEqual([]);
});

describe('inline code', () => {
  const written = FOLLOWED.flatMap((file) => inlineCode(file).map((code) => ({ file, code })));
  const fenced = documents.flatMap(({ file, blocks }) =>
    blocks
      .filter(({ language }) => RUN.includes(language))
      .flatMap((block) => stepsOf(block).map(({ command }) => ({ file, code: command }))),
  );

  it('names existing commands of `mandoob` with existing options', () => {
    const program = mandoobProgram(
      opensNothing,
      { write_out: () => undefined, write_err: () => undefined },
      {},
    );
    const named = [...written, ...fenced].flatMap(({ file, code }) => {
      const [, words] = /^(?:[A-Z_]+=\S* )*(?:mandoob|node bin\/mandoob\.mjs) ([^#|]+)/.exec(code) ?? [];
      return words === undefined ? [] : [{ file, code, wrong: wrongIn(program, words) }];
    });
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ wrong }) => wrong !== null)).toEqual([]);
  });

  it('names existing scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    const named = [...written, ...fenced].flatMap(({ code }) => /^npm run ([\w:-]+)/.exec(code)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** Returns the first unknown command or option, or null if there is none. */
function wrongIn(program: Command, words: string): string | null {
  let command = program;
  for (const word of words.trim().split(/\s+/)) {
    if (word.startsWith('--')) {
      const name = word.replace(/=.*/, '');
      if (name !== '--help' && !command.options.some(({ long }) => long === name)) return word;
      continue;
    }
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next) command = next;
    else if (command.commands.length > 0 && command.registeredArguments.length === 0) return word;
  }
  return null;
}
