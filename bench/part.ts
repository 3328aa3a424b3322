import type { BenchPlace } from './bench-place.ts';

export type Row = Record<string, string | number>;

/** The better direction of each figure. */
export type Better = Record<string, 'more' | 'less'>;

/**
 * Rows of figures. The title and the keys identify a row across runs, so a title contains no figures. Columns
 * that are neither keys, steady nor times are facts: neither direction is better, but a change is reported.
 */
export type Table = {
  title: string;
  /** The columns that identify a row. */
  keys: string[];
  /**
   * Figures that vary little from run to run: ratios, statements, round trips, rows, bytes, processor time.
   */
  steady: Better;
  /** Figures that depend on other load on the machine: times and rates. */
  times: Better;
  rows: Row[];
};

/** The resources available to all parts. */
export type Bench = {
  /** The shared server and shop, opened on first use. */
  place(): Promise<BenchPlace>;
};

/** A group of measurements that runs under one name. */
export type Part<Sizes extends Record<string, unknown> = Record<string, unknown>> = {
  /** Short, because users type it. */
  name: string;
  about: string;
  /** True if the part is measured only when named, or with `--quick`. */
  by_name_only?: true;
  /** The amounts of work; `quick` only shows that the part runs. */
  sizes: { full: Sizes; quick: Sizes };
  measure(bench: Bench, sizes: Sizes): Promise<Table[]>;
};
