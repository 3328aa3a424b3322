import { type CellFault, cellFaultText } from '../../../contract/rules/import/cell-faults.ts';
import type { NewOrder } from '../contents/new-order.ts';
import type { Difference } from './order-differences.ts';

/**
 * A result of the import for an order that was not simply imported:
 * `bad`: it cannot be read, and nothing of it was written; the import ends with exit code 1.
 * `left_out`: there is nothing to deliver.
 * `different`: it exists with other contents and was left unchanged.
 * `updated`: it existed with other contents and now matches the file.
 */
export type ImportFinding = {
  kind: 'bad' | 'left_out' | 'different' | 'updated';
  /** The physical line in the file where the row begins. */
  line: number;
  /** The column's header. */
  column: string;
  /** The number in the file, without the leading '#'. */
  order_number: string;
  reason: string;
  /** The reason for translation, if it is about a cell or a skipped order. */
  fault?: CellFault;
  /** The differences, if the order exists already. */
  differences?: Difference[];
};

/** A fault and its English text. */
export function reasonWith(fault: CellFault): Pick<ImportFinding, 'reason'> & { fault: CellFault } {
  return { reason: cellFaultText(fault), fault };
}

/** `Line 14, Total: … (order 10233)`. */
export function describeFinding({ line, column, order_number, reason }: ImportFinding): string {
  return `line ${line}, column ${column}: ${reason}${order_number ? ` (order ${order_number})` : ''}`;
}

/** A finding about a cell, or about an order because of a cell. */
export type CellFinding = ImportFinding & { fault: CellFault };

export type ReadOrder = { order: NewOrder } | { findings: CellFinding[] };

/** One order in a file: the order, or the reason for which there is none to import. */
export type FoundOrder = ReadOrder & {
  /** The physical line in the file where it begins. */
  line: number;
  /** Number of rows in the file that belong to it. */
  rows: number;
};

/**
 * Thrown if the file, or its part from some line on, is not an orders export. The message is for the user who
 * imports it.
 */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
}
