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
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter(({ number }) => !numbered.has(number))).toEqual([]);
  });
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
      'list_stops',
      'arrange_stops',
      'report_device',
      'list_devices',
      'explain_device_numbers',
      'record_float',
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
