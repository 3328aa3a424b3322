import type { BenchPlace } from './bench-place.ts';

export type Row = Record<string, string | number>;

/** Which way a figure is better. */
export type Better = Record<string, 'more' | 'less'>;

/**
 * Rows of figures. The title and the keys find a row again in another run: there are no figures in a title. Columns that
 * are neither keys, steady nor times are facts: neither way is better, and a change of them is worth knowing.
 */
export type Table = {
  title: string;
  /** Columns that say which row it is. */
  keys: string[];
  /** What stands still from run to run: ratios, statements, waits, rows, bytes, processor time. */
  steady: Better;
  /** What depends on what else the machine does: times and rates. */
  times: Better;
  rows: Row[];
};

/** What parts are given to measure with. */
export type Bench = {
  /** The one server and shop that parts share, opened for the first who asks. */
  place(): Promise<BenchPlace>;
};

/** What is measured, and told by name, together. */
export type Part<Sizes extends Record<string, unknown> = Record<string, unknown>> = {
  /** Short: people type it. */
  name: string;
  about: string;
  /** Measured only when it is named, or at its smallest size. */
  by_name_only?: true;
  /** How much of everything; `quick` only shows that it runs. */
  sizes: { full: Sizes; quick: Sizes };
  measure(bench: Bench, sizes: Sizes): Promise<Table[]>;
};
