import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addedLines } from '../scripts/english/added-lines.mjs';
import { englishFaults } from '../scripts/english/english-rules.mjs';
import { ROOT } from '../scripts/install.mjs';

const CHECK = 'scripts/english/check-english.mjs';

function kindsOf(path: string, ...texts: string[]): string[] {
  const lines = texts.map((text, index) => ({ number: index + 1, text }));
  return englishFaults(path, lines).map(({ number, kind, fault }) => `${number} ${kind}: ${fault}`);
}

describe('faults', () => {
  test.each([
    ['a comment without a subject', 'a.ts', '/** What a delivery needs. */', 'no subject'], // sic
    ['an inner sentence without a subject', 'a.ts', '// It waits. Whether it must is open.', 'no subject'], // sic
    ['a trailing comment', 'a.ts', 'stop(); // Of two orders, the older', 'no subject'], // sic
    ['a comment in SQL', 'a.sql', '  -- Who wrote the row.', 'no subject'], // sic
    ['a comment in YAML', 'a.yml', '# How long a server waits.', 'no subject'], // sic
    ['a test name', 'a.test.ts', "test('of two confirmations one wins', () => {", 'no subject'], // sic
    ['the name of a table of tests', 'a.test.ts', "])('what %s needs', (role) => {", 'no subject'], // sic
    ['a test name on a line of its own', 'a.test.ts', "  'what is due is taken',", 'no subject'], // sic
    ['a message', 'a.ts', "throw new Error('The server told nothing');", '"told"'], // sic
    ['the text of an element', 'a.tsx', '        Choose a file once more.', '"once more"'], // sic
    ['a text between tags', 'a.tsx', '<p>Orders that were not taken</p>', '"not taken"'], // sic
  ])('finds %s', (_what, path, line, fault) => {
    expect(kindsOf(path, line)).toEqual([expect.stringContaining(fault)]);
  });

  test.each([
    ['a sentence with a subject', 'a.ts', '/** A delivery needs a photo. */'],
    ['a question', 'a.ts', '// Who signs first?'],
    ['code', 'a.ts', 'const told = What.of(before); --count;'], // sic
    ['a short string', 'a.ts', "if (kind === 'told') return;"],
    ['an import', 'a.ts', "import { one } from './who may sign.ts';"], // sic
    ['the second line of a sentence', 'a.ts', ' * of two orders, which is the older one.'],
    ['a heading in a document', 'a.md', '# What is it?'],
    ['a name of a person', 'a.ts', "name_entry: 'Delivered to Omar Said today'"],
    ['an abbreviation explained', 'a.ts', '// AED stands for the dirham.'],
  ])('accepts %s', (_what, path, line) => {
    expect(kindsOf(path, line)).toEqual([]);
  });

  test('a comment wider than 110 columns is a fault', () => {
    expect(kindsOf('a.ts', `// ${'a'.repeat(107)}`)).toEqual([]);
    expect(kindsOf('a.ts', `// ${'a'.repeat(108)}`)).toEqual(['1 comment: wider than 110 columns']);
  });

  test('a mark accepts its own line and the next one only', () => {
    const line = '// Whoever reads this.'; // sic
    expect(kindsOf('a.ts', `${line} sic`, line, line)).toEqual([
      expect.stringMatching(/^3 comment: no subject/),
      expect.stringMatching(/^3 comment: "Whoever"/), // sic
    ]);
  });
});

test('added lines have the numbers of the newer file', () => {
  const diff = [
    'diff --git a/one.ts b/one.ts',
    '--- a/one.ts',
    '+++ b/one.ts',
    '@@ -3 +3,2 @@ function one() {',
    '-gone',
    '+third',
    '+fourth',
    '@@ -20,0 +22 @@',
    '+twenty-second',
    'diff --git a/two.ts b/two.ts',
    '--- /dev/null',
    '+++ b/two.ts',
    '@@ -0,0 +1 @@',
    '+first',
  ].join('\n');
  expect([...addedLines(diff)]).toEqual([
    [
      'one.ts',
      [
        { number: 3, text: 'third' },
        { number: 4, text: 'fourth' },
        { number: 22, text: 'twenty-second' },
      ],
    ],
    ['two.ts', [{ number: 1, text: 'first' }]],
  ]);
});

describe('the check', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mandoob-english-'));
    for (const path of ['scripts/english', 'scripts/test-runs/compared-commit.mjs', 'scripts/install.mjs']) {
      await cp(join(ROOT, path), join(directory, path), { recursive: true });
    }
    await writeFile(join(directory, 'old.ts'), '// What is old.\n'); // sic
  });
  afterEach(() => rm(directory, { recursive: true }));

  const git = (...parameters: string[]) => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@mandoob.example'];
    expect(spawnSync('git', [...identity, ...parameters], { cwd: directory }).status).toBe(0);
  };
  const check = (TEST_BASE: string) =>
    spawnSync(process.execPath, [CHECK], {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, TEST_BASE },
    });

  test('reports faults of added lines only', async () => {
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'First');
    expect(check('HEAD').status).toBe(0);

    await writeFile(join(directory, 'old.ts'), '// What is old.\n// Whoever is new.\n'); // sic
    const { status, stderr } = check('HEAD');

    expect(status).toBe(1);
    expect(stderr).toContain('old.ts:2: comment: no subject');
    expect(stderr).not.toContain('old.ts:1');
  });

  test('compares with the merge base of origin/main', async () => {
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'First');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await writeFile(join(directory, 'new.ts'), '// Whoever is new.\n'); // sic
    git('add', '.');
    git('commit', '--quiet', '--message', 'Second');

    expect(check('').stderr).toContain('new.ts:1: comment: no subject');
  });

  test('is skipped without git history', () => {
    const { status, stdout } = check('');
    expect(status).toBe(0);
    expect(stdout).toContain('skipped');
  });
});
