import type pg from 'pg';
import { errorCode } from '../../error-code.ts';
import type { Executor, Statement as Query, Result } from '../sql.ts';
import {
  Batch,
  type Outcome,
  type Statement,
  type StatementResult,
  type Step,
  statementOf,
} from './batch.ts';
import { ConnectionLost, isServerGone, isStaleStatement, unconfirmed } from './failures.ts';
import { KnownStatements, UNNAMED } from './known-statements.ts';

/** Statements that are sent in one write. The first may begin the transaction, the last may commit it. */
export type Sending = { statements: readonly Statement[]; pid: number };

/**
 * Wraps every exchange with the database: `send` sends the statements and settles once all have their
 * results. Callers get their results only after this has settled, so it may delay statements before or after.
 * If it throws, the connection is closed; ConnectionLost means that it broke.
 */
export type Around = <Results>(sending: Sending, send: () => Promise<Results>) => Promise<Results>;

/** The state shared by all sessions of a pool. */
export type SharedBySessions = {
  around: Around;
  /** Incremented when a named statement turned out to be stale: those of all sessions may be. */
  generation: number;
  /** Incremented when a server was lost (`isServerGone`): earlier connections may lead to the same server. */
  epoch: number;
};

type Waiting = {
  statement: Statement;
  resolve(result: StatementResult): void;
  reject(error: unknown): void;
};

/**
 * Transaction status in ReadyForQuery: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const OUTSIDE = 'I';
const INSIDE = 'T';
const FAILED = 'E';
const IN_FAILED_TRANSACTION = '25P02';

/**
 * One connection of a pool. Statements that are started in the same tick are sent together; those started
 * while a result is awaited are sent together after it. `begin` is sent with the first statement, `commit`
 * with deferred statements.
 */
export class Session implements Executor {
  readonly client: pg.PoolClient;
  readonly shared: SharedBySessions;
  readonly #named: KnownStatements | null;
  readonly #epoch: number;
  #generation: number;
  #batch: Batch | null = null;
  #waiting: Waiting[] = [];
  #is_sending = false;
  #begin: string | null = null;
  #in_transaction = false;
  #is_ending = false;
  /** The failure of a deferred statement, until the next statement throws it. */
  #deferred_failure: { error: unknown } | null = null;
  /** The first failure of a transaction that it cannot recover from. Later statements fail with it too. */
  #failure: { error: unknown } | null = null;
  #broke = false;
  #lost_server = false;
  /**
   * The server's error if it ended the idle connection: the next statement only learns that the connection is
   * gone.
   */
  #ended_by: Error | undefined;

  constructor(client: pg.PoolClient, shared: SharedBySessions, { named }: { named: boolean }) {
    this.client = client;
    this.shared = shared;
    this.#named = named ? new KnownStatements() : null;
    this.#generation = shared.generation;
    this.#epoch = shared.epoch;
    client.on('error', (error) => {
      this.#ended_by ??= error;
    });
    client.on('notice', (notice) => this.#batch?.handleNotice(notice));
  }

  /** True if the connection was made before the pool lost a server behind another connection. */
  get is_outdated(): boolean {
    return this.#epoch !== this.shared.epoch;
  }

  async execute<Row>({ text, values }: Query): Promise<Result<Row>> {
    let result: StatementResult;
    try {
      result = await this.#query(text, values);
    } catch (error) {
      // Within a transaction no statement can succeed any more: the whole transaction is retried.
      if (this.#in_transaction || !isStaleStatement(error)) throw withCallers(error);
      result = await this.#query(text, values);
    }
    return { rows: result.rows as Row[], row_count: result.rowCount ?? 0 };
  }

  /**
   * Sends the statement with the next one, at the latest with the commit, which fails if this statement
   * fails.
   */
  later({ text, values }: Query): void {
    const reject = (error: unknown) => {
      this.#deferred_failure = { error };
    };
    try {
      this.#waiting.push({ statement: statementOf(text, values), resolve: () => undefined, reject });
    } catch (error) {
      // The value cannot be sent.
      reject(error);
    }
  }

  /** Begins a transaction. Sends nothing yet. */
  begin(statement: string): void {
    this.#begin = statement;
    this.#in_transaction = true;
  }

  /**
   * Throws the first failure of the transaction if the caller ignored it: PostgreSQL then replies ROLLBACK,
   * without an error. Throws for any other reply but COMMIT, and throws ConnectionLost for a warning
   * (`unconfirmed`).
   */
  async commit(): Promise<void> {
    const nothing_sent = this.#begin !== null && this.#waiting.length === 0 && !this.#deferred_failure;
    if (nothing_sent) return this.#end();
    this.#is_ending = true;
    const { command, warning } = await this.#query('commit');
    const failure = this.#failure;
    this.#end();
    if (command === 'ROLLBACK' && failure) throw failure.error;
    if (command === 'COMMIT' && warning === undefined) return;
    this.#broke = true;
    if (command === 'COMMIT') throw unconfirmed(warning ?? '');
    throw new Error(`Nothing was recorded: the database replied ${command} to commit`);
  }

  /** The first failure of the transaction; undefined if it has not failed. */
  get failure(): unknown {
    return this.#failure?.error;
  }

  /** Never throws: a connection that fails to roll back is closed, whereupon the database rolls back. */
  async rollback(): Promise<void> {
    const over = new Error('the transaction is rolled back');
    for (const { reject } of this.#waiting.splice(0)) reject(over);
    this.#deferred_failure = null;
    this.#is_ending = true;
    const is_open = this.#in_transaction && this.#begin === null;
    if (is_open && !this.#broke) {
      await this.#query('rollback').catch(() => {
        this.#broke = true;
      });
    }
    this.#end();
  }

  /** Returns the connection to the pool. Closes it if it is broken or still in a transaction. */
  release(): void {
    if (this.#lost_server && !this.is_outdated) this.shared.epoch += 1;
    this.client.release(this.#broke || this.client.getTransactionStatus() !== OUTSIDE);
  }

  #end(): void {
    this.#begin = null;
    this.#in_transaction = false;
    this.#is_ending = false;
    this.#deferred_failure = null;
    this.#failure = null;
  }

  #query(text: string, values: readonly unknown[] = []): Promise<StatementResult> {
    if (this.#deferred_failure) {
      const { error } = this.#deferred_failure;
      this.#deferred_failure = null;
      return Promise.reject(error);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement: statementOf(text, values), resolve, reject });
      this.#sendSoon();
    });
  }

  /** Sends at the end of the current tick, so that statements started concurrently are sent together. */
  #sendSoon(): void {
    if (this.#is_sending) return;
    this.#is_sending = true;
    process.nextTick(async () => {
      if (this.#waiting.length > 0) await this.#send(this.#takeWaiting());
      this.#is_sending = false;
      if (this.#waiting.length > 0) this.#sendSoon();
    });
  }

  #takeWaiting(): Waiting[] {
    // A rollback must not be skipped because of the failure before it: it is sent after a separate Sync.
    const undoing = this.#waiting.findIndex(
      ({ statement: { text } }, at) => at > 0 && /^rollback\b/i.test(text),
    );
    const taken = this.#waiting.splice(0, undoing === -1 ? this.#waiting.length : undoing);
    if (this.#begin === null) return taken;
    const statement = statementOf(this.#begin);
    const begin = { statement, resolve: () => undefined, reject: () => undefined };
    this.#begin = null;
    return [begin, ...taken];
  }

  async #send(waiting: Waiting[]): Promise<void> {
    const statements = waiting.map(({ statement }) => statement);
    const outcomes = await this.#outcomesOf(statements).catch((error: unknown) => {
      this.#broke = true;
      this.#lost_server ||= error instanceof ConnectionLost;
      return statements.map((): Outcome => ({ error }));
    });
    if (outcomes.some((outcome) => 'error' in outcome && isStaleStatement(outcome.error))) {
      this.shared.generation += 1;
    }
    for (const [at, { resolve, reject }] of waiting.entries()) {
      const outcome = outcomes[at] ?? { error: new Error('the database did not respond') };
      if ('result' in outcome) resolve(outcome.result);
      else reject(this.#firstFailure(outcome.error));
    }
    this.#rememberFailure(outcomes.at(-1));
  }

  /**
   * Error 25P02 only reports that an earlier statement failed. Retries and the log need the failure of that
   * statement.
   */
  #firstFailure(error: unknown): unknown {
    return this.#failure && errorCode(error) === IN_FAILED_TRANSACTION ? this.#failure.error : error;
  }

  /**
   * Statements sent after a failed one fail too, so it suffices to check the last outcome. A rollback to a
   * savepoint clears the failure.
   */
  #rememberFailure(last: Outcome | undefined): void {
    const status = this.client.getTransactionStatus();
    const has_failed = last !== undefined && 'error' in last;
    if (has_failed && (status === FAILED || this.#broke)) this.#failure ??= last;
    else if (status === INSIDE) this.#failure = null;
  }

  async #outcomesOf(statements: Statement[]): Promise<Outcome[]> {
    if (this.#generation !== this.shared.generation) this.#named?.forgetAll();
    this.#generation = this.shared.generation;
    const closing = this.#named?.takeClosing() ?? [];
    const steps = statements.map((statement): Step => {
      const { name, is_new, rows_as } = this.#named?.use(statement.text) ?? UNNAMED;
      return { statement, name, is_new, rows_as };
    });
    const batch = new Batch(this.client, steps, closing);
    this.#batch = batch;
    const outcomes = await this.shared.around({ statements, pid: pidOf(this.client) }, () => {
      this.client.query(batch);
      return batch.outcomes;
    });
    this.#batch = null;
    if (batch.broken_by) {
      this.#broke = true;
      this.#lost_server ||= isServerGone(this.#ended_by ?? batch.broken_by.error);
    }
    for (const [at, { statement, is_new }] of steps.entries()) {
      const outcome = outcomes[at];
      if (!is_new || !outcome) continue;
      if ('error' in outcome) this.#named?.forget(statement.text);
      else this.#named?.learn(statement.text, outcome.rows_as);
    }
    const is_over = this.client.getTransactionStatus() === OUTSIDE;
    if (is_over && this.#in_transaction && !this.#is_ending && outcomes.every((one) => 'result' in one)) {
      throw new Error('The transaction ended before its commit');
    }
    return outcomes;
  }
}

function pidOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID;
}

const with_callers = new WeakSet<Error>();

/**
 * Errors from the socket lack the caller's stack. The first caller to receive an error caused it, so its
 * stack is added.
 */
function withCallers(error: unknown): unknown {
  if (error instanceof Error && !with_callers.has(error)) {
    Error.captureStackTrace(error);
    with_callers.add(error);
  }
  return error;
}
