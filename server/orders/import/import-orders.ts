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

/** How many orders one transaction writes; and so how many are held in memory. */
const BATCH_ORDERS = 200;
/** Postgres takes at most 65,535 parameters in a statement, and each product of a line takes four. */
const BATCH_LINES = 2000;

/** How many orders, of all that the file names. */
export type ImportSummary = typeof NOTHING_YET;
const NOTHING_YET = {
  imported: 0,
  /** There already, with the same contents. */
  unchanged: 0,
  /** There already with other contents, and now as the file says. */
  updated: 0,
  /** There already, with other contents, and left as they are. */
  different: 0,
  /** Nothing to deliver (ruling B8). */
  left_out: 0,
  /** Not readable; nothing of them was written. */
  bad: 0,
  /** Rows of the file, without the header. */
  rows: 0,
  /** Set when the file could not be read, or not to its end; the orders before that were imported. */
  unreadable: null as string | null,
};

export type ImportOptions = {
  /** Corrects orders that are there with other contents, as long as they are open; without, they are left as they are. */
  update?: boolean | undefined;
  /** Told of every order that was not simply imported, and why. */
  on_finding?: (finding: ImportFinding) => void;
  /** Told the number of rows read, after each batch. */
  on_progress?: (rows: number) => void;
};

type Waiting = { order: NewOrder; line: number };
/** Without `because` it is left since nobody asked to change it. */
type Differs = { outcome: 'updated' | 'left' | 'changed_since'; differences: Difference[]; because?: string };

/**
 * Imports the orders found in a file into a shop. Whatever the file's length, at most a batch of orders is in memory. Each
 * order is checked before anything is written, so a bad one spoils no other; importing again changes nothing. With a
 * transaction everything is part of it; with a database each batch has one of its own, and each correction.
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
  #batch: Waiting[] = [];
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
      if (first?.kind !== 'left_out') return this.#name(found.findings);
      this.#left_out.push(first);
      if (this.#left_out.length >= BATCH_ORDERS) await this.flush();
      return;
    }
    const { order, line } = found;
    const full = this.#batch.length === BATCH_ORDERS || this.#batch_lines + order.lines.length > BATCH_LINES;
    // An order that the batch holds already has to be compared with what is then stored.
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
      for (const waiting of batch) await this.#writeAlone(waiting);
    }
    await this.#nameLeftOut();
    this.#options.on_progress?.(this.summary.rows);
  }

  async #write(batch: Waiting[]): Promise<void> {
    const written = await inTransactionOf(this.#database, (tx) =>
      runAs(tx, this.#actor, importBatch, { orders: batch, source: 'shopify_export' }),
    );
    for (const { order, line, state } of written) {
      if (state === 'new') this.summary.imported += 1;
      else if (state === 'same') this.summary.unchanged += 1;
      else await this.#takeDiffering({ order, line }, state);
    }
  }

  async #takeDiffering(waiting: Waiting, { order_id, differences }: Differing): Promise<void> {
    if (!this.#options.update) return this.#nameDiffering(waiting, { outcome: 'left', differences });
    try {
      const corrected = { order_id, order: waiting.order };
      // One order a transaction: whoever is about to deliver it does not wait for a whole file.
      const correction = await inTransactionOf(this.#database, (tx) =>
        runAs(tx, this.#actor, correctOrder, corrected),
      );
      if (correction.outcome === 'unchanged') this.summary.unchanged += 1;
      else this.#nameDiffering(waiting, correction);
    } catch (error) {
      if (isTransaction(this.#database) || !isRefusal(error)) throw error;
      this.#nameRefused(waiting, error);
    }
  }

  #nameDiffering({ order: { order_number }, line }: Waiting, differs: Differs): void {
    const { outcome, differences, because } = differs;
    const kind = outcome === 'updated' ? 'updated' : 'different';
    const why = because === undefined ? '' : `, and ${because}`;
    const words = describeDifferences(differences);
    const reason = kind === 'updated' ? words : `already imported with other contents${why}: ${words}`;
    this.#name([{ kind, order_number, line, column: differences[0]?.column ?? 'Name', reason, differences }]);
  }

  /** What checking could not foresee: an import of the same file at the same time, or a rule only the database has. */
  async #writeAlone(waiting: Waiting): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#write([waiting]);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (attempt === 1) continue;
        return this.#nameRefused(waiting, error);
      }
    }
  }

  #nameRefused({ order: { order_number }, line }: Waiting, error: Error): void {
    const reason = `the database refuses it: ${error.message}`;
    this.#name([{ kind: 'bad', order_number, line, column: 'Name', reason }]);
  }

  /** An order that was cancelled or fulfilled elsewhere while it is open here is somebody's way for nothing. */
  async #nameLeftOut(): Promise<void> {
    const left_out = this.#left_out;
    this.#left_out = [];
    if (left_out.length === 0) return;
    const numbers = left_out.map(({ order_number }) => order_number);
    const open = await findOpenOrders(this.#database, this.#actor.shop_id, numbers);
    for (const finding of left_out) {
      const status = open(finding.order_number);
      const here = status === undefined ? '' : `; here it is still ${status}`;
      this.#name([{ ...finding, reason: `${finding.reason}${here}` }]);
    }
  }

  /** All findings of one order. */
  #name(findings: ImportFinding[]): void {
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

/** The database said no to the data itself (classes 22 and 23), as against being unable to answer. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || isRetryable(error)) return false;
  return /^2[23]/.test(errorCode(error));
}
