import { parseArgs } from 'node:util';
import type { Part } from '../part.ts';
import { UsageError } from './usage-error.ts';

export type BenchArguments = {
  /** The named parts, or all that do not require naming. */
  parts: readonly Part[];
  /** True if parts were named. */
  named: boolean;
  quick: boolean;
  /** The file to which the results are written. */
  keep: string;
  /** A kept run to compare with. */
  compare: string | undefined;
  /** A second kept run to compare with the first; nothing is measured. */
  with: string | undefined;
};

const RESULTS = 'bench/results.json';

/** Throws Refused for invalid arguments. */
export function readBenchArguments(args: readonly string[], all: readonly Part[]): BenchArguments {
  const { values, positionals } = parsed(args);
  if (values.with !== undefined && values.compare === undefined)
    throw new UsageError('--with FILE requires --compare FILE');
  const unknown = positionals.filter((name) => all.every((part) => part.name !== name));
  if (unknown.length > 0)
    throw new UsageError([`There is no part ${unknown.join(', ')}.`, ...partsText(all)].join('\n'));
  const isChosen = ({ name, by_name_only }: Part) =>
    positionals.length > 0 ? positionals.includes(name) : values.quick || by_name_only !== true;
  return {
    parts: all.filter(isChosen),
    named: positionals.length > 0,
    quick: values.quick ?? false,
    keep: values.keep ?? RESULTS,
    compare: values.compare,
    with: values.with,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        keep: { type: 'string' },
        compare: { type: 'string' },
        with: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function partsText(all: readonly Part[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  const line = ({ name, about, by_name_only }: Part) =>
    `  ${name.padEnd(width)}  ${about}${by_name_only ? ' (only when named, or with --quick)' : ''}`;
  return ['The parts are:', ...all.map(line)];
}
