import { expect, it } from 'vitest';
import type { Part } from '../part.ts';
import { PARTS } from '../parts.ts';
import { readBenchArguments } from './bench-arguments.ts';

const part = (name: string, other: Partial<Part> = {}): Part => ({
  name,
  about: `what ${name} costs`,
  sizes: { full: {}, quick: {} },
  measure: async () => [],
  ...other,
});
const ALL = [part('deliveries'), part('files'), part('sustained', { by_name_only: true })];

const read = (...args: string[]) => readBenchArguments(args, ALL);
const names = (...args: string[]) => read(...args).parts.map(({ name }) => name);

it('measures every part that needs no naming when none is named', () => {
  expect(names()).toEqual(['deliveries', 'files']);
  expect(read()).toMatchObject({ named: false, quick: false, keep: 'bench/results.json' });
});

it('runs every part once at its smallest size, to show that it runs', () => {
  expect(names('--quick')).toEqual(['deliveries', 'files', 'sustained']);
});

it('measures the named parts, in the order of the table', () => {
  expect(names('files', 'deliveries')).toEqual(['deliveries', 'files']);
  expect(names('sustained', '--quick')).toEqual(['sustained']);
  expect(read('sustained', '--quick')).toMatchObject({ named: true, quick: true });
});

it('refuses a name that no part has, and lists those there are', () => {
  expect(() => read('files', 'speed')).toThrow(
    [
      'There is no part speed.',
      'The parts are:',
      '  deliveries  what deliveries costs',
      '  files       what files costs',
      '  sustained   what sustained costs (only when named, or with --quick)',
    ].join('\n'),
  );
});

it('takes a kept run to compare with, or two', () => {
  expect(read('--compare', 'a.json', '--keep', 'c.json')).toMatchObject({
    compare: 'a.json',
    with: undefined,
    keep: 'c.json',
  });
  expect(read('--compare', 'a.json', '--with', 'b.json')).toMatchObject({
    compare: 'a.json',
    with: 'b.json',
  });
  expect(() => read('--with', 'b.json')).toThrow('--with FILE goes with --compare FILE');
});

it('refuses options that it does not know', () => {
  expect(() => read('--fast')).toThrow("Unknown option '--fast'");
});

it('has a name of its own for every part', () => {
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length);
});
