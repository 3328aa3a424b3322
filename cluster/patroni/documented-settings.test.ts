import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = read('../../docs/operate/failover.md');

/** The first two cells of each row of the page's tables that begin with `code`. */
const rows = [...page.matchAll(/^\| (`.+?`) \| (.+?) \|/gm)].map(([, names = '', value = '']) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  value: value.replaceAll('`', ''),
}));

test('the page tells settings of Patroni as they are tested', () => {
  const settings = new Map(
    [...read('patroni.yml').matchAll(/^ *(\w+): +(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const told = rows.filter(({ names }) => names.every((name) => /^\w+$/.test(name)));
  expect(told.length).toBeGreaterThan(8);
  for (const { names, value } of told)
    for (const name of names) expect([name, settings.get(name)]).toEqual([name, value]);
});

test('the page starts both with the variables that they are tested with', () => {
  const tested = read('patroni-node.ts') + read('haproxy.cfg');
  const [started = ''] = page.split('## Settings of Patroni');
  const told = [...started.matchAll(/\b([A-Z]\w+_[A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((name) => !tested.includes(name))).toEqual([]);
});

test('the page tells lines of HAProxy as they are tested', () => {
  const lines = read('haproxy.cfg');
  const told = rows.flatMap(({ names }) => names).filter((name) => / /.test(name));
  expect(told.length).toBeGreaterThan(3);
  for (const line of told) expect(lines).toContain(line);
});
