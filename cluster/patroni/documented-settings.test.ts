import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = read('../../docs/operate/failover.md');

/** The first two cells of each row of the page's tables that begins with `code`. */
const rows = [...page.matchAll(/^\| (`.+?`) \| (.+?) \|/gm)].map(([, names = '', value = '']) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  value: value.replaceAll('`', ''),
}));

test('the documented settings of Patroni equal the tested ones', () => {
  const settings = new Map(
    [...read('patroni.yml').matchAll(/^ *(\w+): +(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const documented = rows.filter(({ names }) => names.every((name) => /^\w+$/.test(name)));
  expect(documented.length).toBeGreaterThan(8);
  for (const { names, value } of documented)
    for (const name of names) expect([name, settings.get(name)]).toEqual([name, value]);
});

test('the documented start commands use only tested environment variables', () => {
  const tested = read('patroni-node.ts') + read('haproxy.cfg');
  const [started = ''] = page.split('## Settings of Patroni');
  const documented = [...started.matchAll(/\b([A-Z]\w+_[A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(documented.length).toBeGreaterThan(10);
  expect(documented.filter((name) => !tested.includes(name))).toEqual([]);
});

test('the documented lines of HAProxy are part of the tested configuration', () => {
  const lines = read('haproxy.cfg');
  const documented = rows.flatMap(({ names }) => names).filter((name) => / /.test(name));
  expect(documented.length).toBeGreaterThan(3);
  for (const line of documented) expect(lines).toContain(line);
});
