import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../install.mjs';
import { comparedCommit, git } from '../test-runs/compared-commit.mjs';
import { addedLines } from './added-lines.mjs';
import { englishFaults, textsOf } from './english-rules.mjs';

const SOURCES = [
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.css',
  '*.sql',
  '*.sh',
  '*.yml',
  '*.yaml',
  ':!database/schema.sql',
];

/**
 * Checks the lines added since the compared commit against the part of `docs/english.md` that patterns can
 * check. With `--all`, counts the texts and faults of the whole tree instead.
 */
if (process.argv.includes('--all')) countAll();
else checkAddedLines();

function checkAddedLines() {
  const base = comparedCommit();
  if (!base) {
    console.log('English: skipped, since no commit is known to compare with.');
    return;
  }
  const added = addedLines(git('diff', '-U0', '--no-color', base, '--', ...SOURCES));
  const faults = [...added].flatMap(([path, lines]) => englishFaults(path, lines));
  for (const { path, number, kind, fault, text } of faults) {
    console.error(`${path}:${number}: ${kind}: ${fault}\n    ${text}`);
  }
  if (faults.length === 0) return;
  console.error(
    `${faults.length} to rewrite under docs/english.md. If a text is right as written,` +
      ' put `sic` in a comment on its line or on the line before.',
  );
  process.exitCode = 1;
}

function countAll() {
  const counts = {};
  for (const path of git('ls-files', '--', ...SOURCES).split('\n')) {
    if (path.startsWith('database/migrations/')) continue;
    const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
    const numbered = lines.map((text, index) => ({ number: index + 1, text }));
    for (const { kind } of lines.flatMap((line) => textsOf(path, line))) count(kind, 'texts');
    for (const { kind, fault } of englishFaults(path, numbered)) {
      count(kind, /^no subject|^wider/.exec(fault)?.[0] ?? 'listed words');
    }
  }
  console.table(counts);

  function count(kind, column) {
    counts[kind] ??= { texts: 0 };
    counts[kind][column] = (counts[kind][column] ?? 0) + 1;
  }
}
