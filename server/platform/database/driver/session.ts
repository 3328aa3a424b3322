import type pg from 'pg';
import { errorCode } from '../../error-code.ts';
import type { Executor, Statement as Query, Result } from '../sql.ts';
import { type Answer, Batch, type Outcome, type Statement, type Step, statementOf } from './batch.ts';
import { ConnectionLost, isServerGone, isStaleStatement, unconfirmed } from './failures.ts';
import { KnownStatements, UNNAMED } from './known-statements.ts';

/** What is sent in one write and answered at once. The first may be the transaction's begin, the last its commit. */
export type Sending = { statements: readonly Statement[]; pid: number };

/**
 * Stands around everything that is sent to the database: `send` sends it, and settles once all of it is answered. Whoever asked hears
 * nothing before this has settled, so it may hold statements back, before or after. When it throws the connection is
 * given up; ConnectionLost says that it broke.
 */
export type Around = <Answered>(sending: Sending, send: () => Promise<Answered>) => Promise<Answered>;

/** What all sessions of a pool share. */
export type SharedBySessions = {
  around: Around;
  /** Rises when a named statement turned out stale: all of them may be. */
  generation: number;
  /** Rises when a server was lost (`isServerGone`): connections made before that may lead to the same one. */
  epoch: number;
};

type Waiting = {
  statement: Statement;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** Transaction status in ReadyForQuery: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const OUTSIDE = 'I';
const INSIDE = 'T';
const FAILED = 'E';
const IN_FAILED_TRANSACTION = '25P02';

/**
 * One connection of a pool. What is asked while nothing else is left to do in this process goes out together; what is asked while an
 * answer is awaited goes out together after it. `begin` goes with the first statement, `commit` with what was left for later.
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
  /** The failure of a statement left for later, until somebody asks. */
  #unheard: { error: unknown } | null = null;
  /** The first failure of the transaction, from which it cannot recover. Later statements fail with it too. */
  #failure: { error: unknown } | null = null;
  #broke = false;
  #lost_server = false;
  /** What the server said as it ended the connection while nothing was asked: who asks next only hears that it is gone. */
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

  /** Made before the pool lost the server behind another connection. */
  get is_outdated(): boolean {
    return this.#epoch !== this.shared.epoch;
  }

  async execute<Row>({ text, values }: Query): Promise<Result<Row>> {
    let answer: Answer;
    try {
      answer = await this.#ask(text, values);
    } catch (error) {
      // Within a transaction nothing can be asked any more: whoever began it begins again.
      if (this.#in_transaction || !isStaleStatement(error)) throw withCallers(error);
      answer = await this.#ask(text, values);
    }
    return { rows: answer.rows as Row[], row_count: answer.rowCount ?? 0 };
  }

  /** Sends it with whatever is sent next, the commit at the latest. If it fails, that fails. */
  later({ text, values }: Query): void {
    const reject = (error: unknown) => {
      this.#unheard = { error };
    };
    try {
      this.#waiting.push({ statement: statementOf(text, values), resolve: () => undefined, reject });
    } catch (error) {
      // A value that cannot be sent.
      reject(error);
    }
  }

  /** Nothing is sent yet. */
  begin(statement: string): void {
    this.#begin = statement;
    this.#in_transaction = true;
  }

  /**
   * Throws the first failure of the transaction when the caller ignored one: PostgreSQL then answers ROLLBACK,
   * without an error. Throws for any other answer but COMMIT, and ConnectionLost for a warning (`unconfirmed`).
   */
  async commit(): Promise<void> {
    const nothing_asked = this.#begin !== null && this.#waiting.length === 0 && !this.#unheard;
    if (nothing_asked) return this.#end();
    this.#is_ending = true;
    const { command, warning } = await this.#ask('commit');
    const failure = this.#failure;
    this.#end();
    if (command === 'ROLLBACK' && failure) throw failure.error;
    if (command === 'COMMIT' && warning === undefined) return;
    this.#broke = true;
    if (command === 'COMMIT') throw unconfirmed(warning ?? '');
    throw new Error(`Nothing was recorded: the database answered ${command} to commit`);
  }

  /** The first failure of the transaction; undefined if it has not failed. */
  get failure(): unknown {
    return this.#failure?.error;
  }

  /** Never throws: a connection that does not roll back is closed, and the database then rolls back. */
  async rollback(): Promise<void> {
    const over = new Error('the transaction is rolled back');
    for (const { reject } of this.#waiting.splice(0)) reject(over);
    this.#unheard = null;
    this.#is_ending = true;
    const is_open = this.#in_transaction && this.#begin === null;
    if (is_open && !this.#broke) {
      await this.#ask('rollback').catch(() => {
        this.#broke = true;
      });
    }
    this.#end();
  }

  /** Returns the connection to the pool. Closes it when it is broken, or still in a transaction. */
  release(): void {
    if (this.#lost_server && !this.is_outdated) this.shared.epoch += 1;
    this.client.release(this.#broke || this.client.getTransactionStatus() !== OUTSIDE);
  }

  #end(): void {
    this.#begin = null;
    this.#in_transaction = false;
    this.#is_ending = false;
    this.#unheard = null;
    this.#failure = null;
  }

  #ask(text: string, values: readonly unknown[] = []): Promise<Answer> {
    if (this.#unheard) {
      const { error } = this.#unheard;
      this.#unheard = null;
      return Promise.reject(error);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement: statementOf(text, values), resolve, reject });
      this.#sendSoon();
    });
  }

  /** Once there is nothing else to do: what was asked for side by side goes out together. */
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
    // What undoes a failure must not be skipped for it: it goes out behind a Sync of its own.
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
      const outcome = outcomes[at] ?? { error: new Error('the database did not answer') };
      if ('answer' in outcome) resolve(outcome.answer);
      else reject(this.#firstFailure(outcome.error));
    }
    this.#rememberFailure(outcomes.at(-1));
  }

  /** The error 25P02 only says that an earlier statement failed. Retries and the log need the failure of that one. */
  #firstFailure(error: unknown): unknown {
    return this.#failure && errorCode(error) === IN_FAILED_TRANSACTION ? this.#failure.error : error;
  }

  /** Statements sent after a failed one fail with it, so the last outcome is enough. A rollback to a savepoint ends it. */
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
    if (is_over && this.#in_transaction && !this.#is_ending && outcomes.every((one) => 'answer' in one)) {
      throw new Error('The transaction ended before its commit');
    }
    return outcomes;
  }
}

function pidOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID;
}

const with_callers = new WeakSet<Error>();

/** An error from the socket has no stack of its caller. The first caller to receive it caused it: its stack stays. */
function withCallers(error: unknown): unknown {
  if (error instanceof Error && !with_callers.has(error)) {
    Error.captureStackTrace(error);
    with_callers.add(error);
  }
  return error;
}
