import { expect, it } from 'vitest';
import type { Part } from '../part.ts';
import { PARTS } from '../parts.ts';
import { readBenchArguments } from './bench-arguments.ts';

const part = (name: string, other: Partial<Part> = {}): Part => ({
  name,
  about: `costs of ${name}`,
  sizes: { full: {}, quick: {} },
  measure: async () => [],
  ...other,
});
const ALL = [part('deliveries'), part('files'), part('sustained', { by_name_only: true })];

const read = (...args: string[]) => readBenchArguments(args, ALL);
const names = (...args: string[]) => read(...args).parts.map(({ name }) => name);

it('without named parts, measures every part except those that must be named', () => {
  expect(names()).toEqual(['deliveries', 'files']);
  expect(read()).toMatchObject({ named: false, quick: false, keep: 'bench/results.json' });
});

it('measures every part with --quick', () => {
  expect(names('--quick')).toEqual(['deliveries', 'files', 'sustained']);
});

it('measures the named parts in the order of the list', () => {
  expect(names('files', 'deliveries')).toEqual(['deliveries', 'files']);
  expect(names('sustained', '--quick')).toEqual(['sustained']);
  expect(read('sustained', '--quick')).toMatchObject({ named: true, quick: true });
});

it('rejects an unknown part and lists the known ones', () => {
  expect(() => read('files', 'speed')).toThrow(
    [
      'There is no part speed.',
      'The parts are:',
      '  deliveries  costs of deliveries',
      '  files       costs of files',
      '  sustained   costs of sustained (only when named, or with --quick)',
    ].join('\n'),
  );
});

it('accepts one or two kept runs to compare, and rejects --with without --compare', () => {
  expect(read('--compare', 'a.json', '--keep', 'c.json')).toMatchObject({
    compare: 'a.json',
    with: undefined,
    keep: 'c.json',
  });
  expect(read('--compare', 'a.json', '--with', 'b.json')).toMatchObject({
    compare: 'a.json',
    with: 'b.json',
  });
  expect(() => read('--with', 'b.json')).toThrow('--with FILE requires --compare FILE');
});

it('rejects unknown options', () => {
  expect(() => read('--fast')).toThrow("Unknown option '--fast'");
});

it('every part has a unique name', () => {
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length);
});
