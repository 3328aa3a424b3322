import type { ImportFinding } from './import-finding.ts';
import type { NewOrder } from './new-order.ts';

export type ReadOrder = { order: NewOrder } | { findings: ImportFinding[] };

/** What a file says of one order: the order, or why there is none to import. */
export type FoundOrder = ReadOrder & {
  /** The physical line in the file where it begins. */
  line: number;
  /** How many rows of the file are about it. */
  rows: number;
};
