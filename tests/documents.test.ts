import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DASHBOARD_ENDPOINTS } from '../contract/operations/dashboard.ts';
import { readSourceFiles } from './support/source-files.ts';

/**
 * docs/rulings.md and docs/specification.md contain every ruling that the code cites and every text that it
 * shows.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const sources = readSourceFiles();

describe('rulings', () => {
  const numbered = new Set(
    [...read('docs/rulings.md').matchAll(/^([A-Z]\d+)\. /gm)].map(([, number]) => number),
  );
  const places = [
    ...sources.map(({ path }) => path),
    ...filesIn('database/migrations'),
    ...filesIn('docs'),
    ...filesIn('docs/decisions'),
  ];
  const cited = places.flatMap((path) => citationsOf(read(path)).map((number) => ({ path, number })));

  it('exist for every number that code and documents cite', () => {
    expect(cited.length).toBeGreaterThan(150);
    expect(cited.filter(({ number }) => !numbered.has(number))).toEqual([]);
  });
});

describe('decisions', () => {
  const records = filesIn('docs/decisions').filter((path) => /\/\d{4}-[a-z0-9-]+\.md$/.test(path));
  const index = read('docs/decisions/README.md');

  it('have context, decision and consequences in at most 350 words', () => {
    expect(records.length).toBeGreaterThan(80);
    for (const path of records) {
      const text = read(path);
      expect(text).toMatch(
        /^# \d+\. .+\n[\s\S]*\n## Context\n[\s\S]*\n## Decision\b[\s\S]*\n## Consequences\n/,
      );
      expect([path, text.trim().split(/\s+/).length <= 350]).toEqual([path, true]);
    }
  });

  it('are listed by question, under their numbers', () => {
    const listed = [...index.matchAll(/\[(\d+)\]\((\d{4})(-[a-z0-9-]+\.md)\)/g)];
    for (const [link, number, digits] of listed)
      expect([link, String(number).padStart(4, '0')]).toEqual([link, digits]);
    const names = new Set(listed.map(([, , digits, name]) => `docs/decisions/${digits}${name}`));
    expect([...names].sort()).toEqual(records.sort());
  });

  it('exist for every number that code and documents cite', () => {
    const numbers = new Set(records.map((path) => Number(/(\d{4})-/.exec(path)?.[1])));
    const cited = [...sources.map(({ path }) => path), ...filesIn('docs'), ...records].flatMap((path) =>
      [...read(path).matchAll(/\bdecisions? (\d+)(?:(?:, | and )(\d+))*/g)].flatMap(([text]) =>
        [...text.matchAll(/\d+/g)].map(([number]) => ({ path, number: Number(number) })),
      ),
    );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});

it('documents have no line wider than 220 columns', () => {
  const pages = ['README.md', ...['docs', 'docs/operate', 'docs/decisions'].flatMap(filesIn)];
  const wide = pages.filter((path) => path.endsWith('.md')).filter((path) => /^.{221,}$/m.test(read(path)));
  expect(wide).toEqual([]);
});

describe('the specification', () => {
  const page = read('docs/specification.md');

  it('has only exact texts of the product', () => {
    const code = sources
      .filter(({ path, is_test }) => !is_test && /^(web|contract)\//.test(path))
      .map(({ code }) => code)
      .join('\n');
    const product_text = oneLine(code.replaceAll("\\'", "'"));
    const texts = textsOf(page);
    expect(texts.length).toBeGreaterThan(120);
    const missing = texts.filter(
      (text) => !text.split(/\{[^}]*\}/).every((part) => product_text.includes(part.trim())),
    );
    expect(missing).toEqual([]);
  });

  it('names every specified endpoint for staff', () => {
    const named = [...page.slice(page.indexOf('## Calls')).matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const beyond = [
      'read_profile',
      'change_password',
      'list_sessions',
      'end_session',
      'list_handovers_today',
      'list_driver_goods',
      'list_stops',
      'arrange_stops',
      'report_device',
      'list_devices',
      'explain_device_numbers',
      'record_float',
      'request_expense',
      'deliver_as_taken',
      'request_unpaid_delivery',
      'request_expense',
      'correct_delivery',
      'correct_recorded_delivery',
      'collect_owed',
    ];
    expect(
      Object.keys(DASHBOARD_ENDPOINTS).filter((name) => !named.includes(name) && !beyond.includes(name)),
    ).toEqual([]);
  });
});

describe.each(['docs/add-an-endpoint.md', 'docs/add-a-screen.md'])('%s', (page) => {
  const text = read(page);

  it('shows code exactly as in the file it names', () => {
    const shown = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)].map(([, path = '', code = '']) => ({
      path,
      code,
    }));
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.filter(({ path, code }) => !oneLine(read(path)).includes(oneLine(code).trim()))).toEqual([]);
  });

  it('names files and documents that exist', () => {
    const named = [
      ...[...text.matchAll(/`((?:web|server|tests|contract|database|docs)\/[\w./-]+)`/g)].map(
        ([, path = '']) => path,
      ),
      ...[...text.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path = '']) => `docs/${path}`),
    ];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(sql|md)$/.test(entry.name))
    .map(({ name }) => `${folder}/${name}`);
}

/** The numbers after each "ruling" or "rulings": 'C3', or 'C3, C6 and D1'. */
function citationsOf(text: string): string[] {
  const plain = text.replace(/\n\s*(\*|--|\/\/)?\s*/g, ' ');
  return [...plain.matchAll(/\b[Rr]ulings? ((?:[A-Z]\d+(?:, | and )?)+)/g)].flatMap(
    ([, list = '']) => list.match(/[A-Z]\d+/g) ?? [],
  );
}

/** Returns the texts in backticks from the tables whose heading contains "(texts)". */
function textsOf(page: string): string[] {
  return page
    .split(/^## /m)
    .filter((section) => /^[^\n]*\(texts\)/.test(section))
    .flatMap((section) => section.split('\n').filter((line) => line.startsWith('|')))
    .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
    .filter((text) => !text.startsWith('/'));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
