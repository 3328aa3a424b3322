import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/install.mjs';
import { GROUPS, groupsTouchedBy, NOT_LONG, TAGS, taggedWith } from '../scripts/test-runs/test-groups.mjs';

const ALL = Object.keys(GROUPS);

describe('the test groups for changed paths', () => {
  it.each([
    [['server/backup/restore.ts'], ['backup', 'documents']],
    [['docs/testing.md', 'bench/growth.ts'], ['bench']],
    [['README.md', 'docs/testing.md'], ['documents']],
    [
      ['docs/operate/alerts.yml', 'web/main.tsx'],
      ['upgrades', 'alerts', 'screens', 'journeys', 'documents'],
    ],
    [['scripts/test-runs/test-groups.mjs'], ALL],
    [['docs/testing.md', 'a-new-folder/file.ts'], ALL],
  ])('%j: %j', (paths, groups) => {
    expect(groupsTouchedBy(paths)).toEqual(groups);
  });
});

describe('tests with a tag of the long tier', () => {
  const tests = trackedTests().map((path) => ({ path, code: readFileSync(`${ROOT}/${path}`, 'utf8') }));
  const tagged = (tag: string) =>
    tests.filter(({ code }) =>
      new RegExp(`tags: (\\w+ \\? )?\\[[^\\]]*'${tag}'|@module-tag ${tag}\\b|tag: \\[?'@${tag}'`).test(code),
    );

  it.each(TAGS)('exist for %s, in the files of its group', (tag) => {
    const { files = [], end_to_end } = GROUPS[tag] ?? {};
    const found = tagged(tag).map(({ path }) => path);
    expect(found).not.toEqual([]);
    const reached = (path: string) =>
      path.startsWith('tests/e2e/') ? end_to_end === true : files.some((start) => path.startsWith(start));
    expect(found.filter((path) => !reached(path))).toEqual([]);
  });

  it('are excluded from npm test', () => {
    expect(NOT_LONG.split(' and ')).toEqual(TAGS.map((tag) => `!${tag}`));
    expect(taggedWith(TAGS).test('shell › a walk @screens')).toBe(true);
    expect(taggedWith(TAGS).test('shell › a walk by screens')).toBe(false);
  });
});

it('every command of a group is an existing program', () => {
  const programs = readFileSync(`${ROOT}/scripts/run.mjs`, 'utf8');
  for (const [name] of Object.values(GROUPS).flatMap(({ commands = [] }) => commands))
    expect(programs).toContain(`\n  ${name}: {`);
});

function trackedTests(): string[] {
  const names = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: ROOT, encoding: 'utf8' });
  return names.split('\n').filter(Boolean);
}
