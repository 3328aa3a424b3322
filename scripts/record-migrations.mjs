import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './install.mjs';

/**
 * Appends newly landed migrations to database/landed-migrations.txt in order. Existing lines never change.
 */
const LIST = join(ROOT, 'database', 'landed-migrations.txt');
const DIRECTORY = 'database/migrations';

const lines = readFileSync(LIST, 'utf8').split('\n').filter(Boolean);
const listed = new Map(
  lines.filter((line) => !line.startsWith('#')).map((line) => line.split('  ').reverse()),
);
const files = readdirSync(join(ROOT, DIRECTORY)).filter((name) => name.endsWith('.sql'));

for (const [name, sha256] of listed) {
  if (!files.includes(name)) fail(`${name} has landed and is missing. Restore it.`);
  if (sha256Of(name) !== sha256)
    fail(`${name} has landed and was edited. Restore it and put the change into a new migration.`);
}
const added = inOrderOfLanding().filter((name) => !listed.has(name));
writeFileSync(LIST, `${[...lines, ...added.map((name) => `${sha256Of(name)}  ${name}`)].join('\n')}\n`);
console.log(added.length > 0 ? `Recorded ${added.join(', ')}` : 'No new migrations');

/** Sorts by the commit that added each migration. Uncommitted ones come last, by number. */
function inOrderOfLanding() {
  const history = execFileSync(
    'git',
    ['log', '--reverse', '--diff-filter=AR', '--format=', '--name-only', '--', DIRECTORY],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const names = history
    .split('\n')
    .map((path) => path.slice(DIRECTORY.length + 1))
    .filter((name) => files.includes(name));
  return [...new Set([...names, ...files.sort()])];
}

/** Hashes the text as the program does: CRLF of a Windows checkout is not a change. */
function sha256Of(name) {
  const text = readFileSync(join(ROOT, DIRECTORY, name), 'utf8').replaceAll('\r\n', '\n');
  return createHash('sha256').update(text).digest('hex');
}
