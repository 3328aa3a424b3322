import { type CellFault, cellFaultText } from '../../../contract/rules/import/cell-faults.ts';
import type { NewOrder } from '../contents/new-order.ts';
import type { Difference } from './order-differences.ts';

/**
 * What the import has to say about an order:
 * `bad`: it cannot be read, nothing of it was written; the import ends with exit code 1.
 * `left_out`: nothing to deliver, by rule (ruling B8).
 * `different`: already there with other contents, and left as it is.
 * `updated`: it was there with other contents, and is now as the file says.
 */
export type ImportFinding = {
  kind: 'bad' | 'left_out' | 'different' | 'updated';
  /** The physical line in the file where the row begins. */
  line: number;
  /** The column's header. */
  column: string;
  /** As in the file, without the leading '#'. */
  order_number: string;
  reason: string;
  /** The same for other languages, where it is about a cell or why the order is left out. */
  fault?: CellFault;
  /** What differs, where the order is there already. */
  differences?: Difference[];
};

/** A fault with its English. */
export function reasonWith(fault: CellFault): Pick<ImportFinding, 'reason'> & { fault: CellFault } {
  return { reason: cellFaultText(fault), fault };
}

/** `Line 14, Total: … (order 10233)`. */
export function describeFinding({ line, column, order_number, reason }: ImportFinding): string {
  return `line ${line}, column ${column}: ${reason}${order_number ? ` (order ${order_number})` : ''}`;
}

/** What is said of a cell, or of an order because of one. */
export type CellFinding = ImportFinding & { fault: CellFault };

export type ReadOrder = { order: NewOrder } | { findings: CellFinding[] };

/** What a file says of one order: the order, or why there is none to import. */
export type FoundOrder = ReadOrder & {
  /** The physical line in the file where it begins. */
  line: number;
  /** How many rows of the file are about it. */
  rows: number;
};

/** The file as a whole, or from some line on, is not an orders export. The message is for whoever runs the import. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
}
