import { orderNumberKey } from '../../../contract/rules/orders/order-number.ts';
import { runAs } from '../../operations/run-as.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Database, isTransaction, type Tx } from '../../platform/database/database.ts';
import { isRetryable } from '../../platform/database/driver/failures.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { NewOrder } from '../contents/new-order.ts';
import { correctOrder } from './correct-order.ts';
import { type Differing, findOpenOrders } from './find-existing-orders.ts';
import { importBatch } from './import-batch.ts';
import type { FoundOrder, ImportFinding } from './import-finding.ts';
import { UnreadableExport } from './import-finding.ts';
import { type Difference, describeDifferences } from './order-differences.ts';

/** Maximum number of orders in one transaction, and so in memory. */
const BATCH_ORDERS = 200;
/** PostgreSQL accepts at most 65,535 parameters in a statement, and each product of a line takes four. */
const BATCH_LINES = 2000;

/** Counts of the orders in the file, by result. */
export type ImportSummary = typeof NOTHING_YET;
const NOTHING_YET = {
  imported: 0,
  /** Existing orders with the same contents. */
  unchanged: 0,
  /** Existing orders with other contents that now match the file. */
  updated: 0,
  /** Existing orders with other contents that were left unchanged. */
  different: 0,
  /** Orders with nothing to deliver. */
  left_out: 0,
  /** Unreadable orders, of which nothing was written. */
  bad: 0,
  /** Rows of the file, without the header. */
  rows: 0,
  /** Set if the file could not be read to its end; the orders before that point were imported. */
  unreadable: null as string | null,
};

export type ImportOptions = {
  /** Corrects existing orders with other contents if they are open; without it, they are left unchanged. */
  update?: boolean | undefined;
  /** Called for every order that was not simply imported, with the reason. */
  on_finding?: (finding: ImportFinding) => void;
  /** Called after each batch with the number of rows read. */
  on_progress?: (rows: number) => void;
};

type BatchOrder = { order: NewOrder; line: number };
/** `because` is absent if the order is left unchanged only because no correction was requested. */
type Differs = { outcome: 'updated' | 'left' | 'changed_since'; differences: Difference[]; because?: string };

/**
 * Imports the orders of a file into a shop. At most one batch of orders is in memory. Each order is checked
 * before anything is written, so that a bad one does not affect others; importing again changes nothing.
 * Given a transaction, all of it is part of that; given a database, each batch and each correction has its
 * own transaction.
 */
export async function importOrders(
  database: Database | Tx,
  actor: Actor,
  found: AsyncIterable<FoundOrder>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const run = new ImportRun(database, actor, options);
  try {
    for await (const one of found) await run.take(one);
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error;
    run.summary.unreadable = error.message;
  }
  await run.flush();
  return run.summary;
}

class ImportRun {
  readonly summary: ImportSummary = { ...NOTHING_YET };
  readonly #database: Database | Tx;
  readonly #actor: Actor;
  readonly #options: ImportOptions;
  #batch: BatchOrder[] = [];
  #batch_lines = 0;
  #batch_keys = new Set<string>();
  #left_out: ImportFinding[] = [];

  constructor(database: Database | Tx, actor: Actor, options: ImportOptions) {
    this.#database = database;
    this.#actor = actor;
    this.#options = options;
  }

  async take(found: FoundOrder): Promise<void> {
    this.summary.rows += found.rows;
    if ('findings' in found) {
      const [first] = found.findings;
      if (first?.kind !== 'left_out') return this.#report(found.findings);
      this.#left_out.push(first);
      if (this.#left_out.length >= BATCH_ORDERS) await this.flush();
      return;
    }
    const { order, line } = found;
    const full = this.#batch.length === BATCH_ORDERS || this.#batch_lines + order.lines.length > BATCH_LINES;
    // An order that is already in the batch has to be compared with what is then stored.
    const keys = keysOf(order);
    if (full || keys.some((key) => this.#batch_keys.has(key))) await this.flush();
    this.#batch.push({ order, line });
    for (const key of keys) this.#batch_keys.add(key);
    this.#batch_lines += order.lines.length;
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batch_lines = 0;
    this.#batch_keys = new Set();
    try {
      await this.#write(batch);
    } catch (error) {
      if (isTransaction(this.#database) || !isRefusal(error)) throw error;
      for (const entry of batch) await this.#writeAlone(entry);
    }
    await this.#reportLeftOut();
    this.#options.on_progress?.(this.summary.rows);
  }

  async #write(batch: BatchOrder[]): Promise<void> {
    const written = await inTransactionOf(this.#database, (tx) =>
      runAs(tx, this.#actor, importBatch, { orders: batch, source: 'shopify_export' }),
    );
    for (const { order, line, state } of written) {
      if (state === 'new') this.summary.imported += 1;
      else if (state === 'same') this.summary.unchanged += 1;
      else await this.#takeDiffering({ order, line }, state);
    }
  }

  async #takeDiffering(entry: BatchOrder, { order_id, differences }: Differing): Promise<void> {
    if (!this.#options.update) return this.#reportDiffering(entry, { outcome: 'left', differences });
    try {
      const corrected = { order_id, order: entry.order };
      // One order per transaction: a driver who is about to deliver it does not wait for the whole file.
      const correction = await inTransactionOf(this.#database, (tx) =>
        runAs(tx, this.#actor, correctOrder, corrected),
      );
      if (correction.outcome === 'unchanged') this.summary.unchanged += 1;
      else this.#reportDiffering(entry, correction);
    } catch (error) {
      if (isTransaction(this.#database) || !isRefusal(error)) throw error;
      this.#reportRefused(entry, error);
    }
  }

  #reportDiffering({ order: { order_number }, line }: BatchOrder, differs: Differs): void {
    const { outcome, differences, because } = differs;
    const kind = outcome === 'updated' ? 'updated' : 'different';
    const why = because === undefined ? '' : `, and ${because}`;
    const text = describeDifferences(differences);
    const reason = kind === 'updated' ? text : `already imported with other contents${why}: ${text}`;
    this.#report([
      { kind, order_number, line, column: differences[0]?.column ?? 'Name', reason, differences },
    ]);
  }

  /**
   * Handles what checking cannot foresee: a concurrent import of the same file, or a rule of the database.
   */
  async #writeAlone(entry: BatchOrder): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#write([entry]);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (attempt === 1) continue;
        return this.#reportRefused(entry, error);
      }
    }
  }

  #reportRefused({ order: { order_number }, line }: BatchOrder, error: Error): void {
    const reason = `the database rejected it: ${error.message}`;
    this.#report([{ kind: 'bad', order_number, line, column: 'Name', reason }]);
  }

  /**
   * Reports skipped orders, and which of them are still open here: for those, a driver may set out in vain.
   */
  async #reportLeftOut(): Promise<void> {
    const left_out = this.#left_out;
    this.#left_out = [];
    if (left_out.length === 0) return;
    const numbers = left_out.map(({ order_number }) => order_number);
    const open = await findOpenOrders(this.#database, this.#actor.shop_id, numbers);
    for (const finding of left_out) {
      const status = open(finding.order_number);
      const here = status === undefined ? '' : `; here it is still ${status}`;
      this.#report([{ ...finding, reason: `${finding.reason}${here}` }]);
    }
  }

  /** All findings of one order. */
  #report(findings: ImportFinding[]): void {
    const kind = findings[0]?.kind;
    if (kind) this.summary[kind] += 1;
    for (const finding of findings) this.#options.on_finding?.(finding);
  }
}

/** Orders with a key in common are the same order. */
function keysOf({ order_number, external_id }: NewOrder): string[] {
  const number = `number ${orderNumberKey(order_number)}`;
  return external_id === null ? [number] : [number, `id ${external_id}`];
}

function inTransactionOf<T>(database: Database | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTransaction(database) ? work(database) : inTransaction(database, work);
}

/** True if the database rejected the data itself (classes 22 and 23), false if it could not process it. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || isRetryable(error)) return false;
  return /^2[23]/.test(errorCode(error));
}
