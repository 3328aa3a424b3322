import pg from 'pg';
import { serialize } from 'pg-protocol';
import { ConnectionLost, codedOr, isReadOnly, unconfirmed } from './failures.ts';

type WireValue = string | Buffer | null;

export type Statement = {
  text: string;
  values: readonly unknown[];
  /** The same values in the form in which they are sent. */
  wire_values: WireValue[];
};

/** One statement of a batch. */
export type Step = {
  statement: Statement;
  /** The name of the statement on this connection; '' for none. */
  name: string;
  /** True if the connection still needs the text. */
  is_new: boolean;
  /** The reader of its rows if it is known: then the statement is not described. */
  rows_as: RowsAs | undefined;
};

/** `warning` is a warning of the database during the statement. */
export type StatementResult = {
  command: string;
  rowCount: number | null;
  rows: unknown[];
  warning?: string | undefined;
};
/** `rows_as` reads the rows of the same statement again. */
export type Outcome = { result: StatementResult; rows_as: RowsAs } | { error: unknown };

/** Members of the connection and the result that pg's types lack. */
type Wire = {
  stream: { writable: boolean; write(bytes: Buffer): void };
  sendCopyFail(reason: string): void;
  sync(): void;
  on(event: 'readyForQuery' | 'end', listener: () => void): void;
  off(event: 'readyForQuery' | 'end', listener: () => void): void;
};
export type RowsAs = StatementResult & {
  addFields(fields: unknown): void;
  parseRow(fields: unknown): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: unknown): void;
};
/** Converts a value as pg sends it, usually to text. Throws if it cannot be sent. */
export const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): WireValue } })
  .utils;

function addMessages(messages: Buffer[], { statement, name, is_new, rows_as }: Step): void {
  // The name may exist already if its preparation failed half-way; closing an unknown name is not an error.
  if (is_new && name !== '') messages.push(serialize.close({ type: 'S', name }));
  if (is_new) messages.push(serialize.parse({ name, text: statement.text }));
  messages.push(serialize.bind({ statement: name, values: statement.wire_values }));
  if (!rows_as) messages.push(serialize.describe({ type: 'P' }));
  messages.push(serialize.execute());
}

/** Throws, like pg, if a value cannot be sent. */
export function statementOf(text: string, values: readonly unknown[] = []): Statement {
  return { text, values, wire_values: values.map((value) => prepareValue(value)) };
}

/**
 * Several statements that are sent in one write, with a single Sync at the end, so that PostgreSQL skips the
 * statements after a failed one. This is a `pg` submittable, passed to `client.query`; `pg` calls the methods
 * below `outcomes`. (The `pipeline` mode of `pg` writes a Sync after each statement, so after a failed
 * `begin` it would execute the others, each in its own transaction.)
 */
export class Batch {
  /**
   * One outcome per statement, once the connection is ready again or lost. Statements after a failed one fail
   * with it.
   */
  readonly outcomes: Promise<Outcome[]>;
  readonly steps: readonly Step[];
  /**
   * The reason why the connection can no longer be used: it broke, or the server ended it. Null while it can
   * be used.
   */
  broken_by: { error: Error } | null = null;
  readonly #closing: readonly string[];
  readonly #types: pg.ClientBase;
  readonly #settled: Outcome[] = [];
  #building: RowsAs;
  #row_error: unknown;
  #warning: string | undefined;
  #done: (outcomes: Outcome[]) => void = () => undefined;

  /**
   * `closing` has the names that the connection should forget. Results are parsed with the types of `client`.
   */
  constructor(client: pg.ClientBase, steps: readonly Step[], closing: readonly string[]) {
    this.#types = client;
    this.steps = steps;
    this.#closing = closing;
    this.#building = this.#newResult();
    this.outcomes = new Promise((resolve) => {
      this.#done = resolve;
    });
  }

  submit(connection: unknown): void {
    const messages = this.#closing.map((name) => serialize.close({ type: 'S', name }));
    for (const step of this.steps) addMessages(messages, step);
    messages.push(serialize.sync());
    // One chunk: a stream does separate work for each chunk.
    const { stream } = connection as Wire;
    // If the stream broke, pg reports that.
    if (stream.writable) stream.write(Buffer.concat(messages));
  }

  handleRowDescription(message: { fields: unknown }): void {
    this.#building.addFields(message.fields);
  }

  handleDataRow(message: { fields: unknown }): void {
    try {
      if (this.#row_error === undefined) this.#building.addRow(this.#building.parseRow(message.fields));
    } catch (error) {
      this.#row_error = error;
    }
  }

  handleCommandComplete(message: unknown): void {
    this.#building.addCommandComplete(message);
    this.#settle();
  }

  /**
   * Recognises warnings by their code, since the message is in the server's language; other notices have code
   * 00000.
   */
  handleNotice({ code, message }: { code?: string | undefined; message?: string | undefined }): void {
    if (!code?.startsWith('00')) this.#warning = message ?? code;
  }

  handleEmptyQuery(): void {
    this.#settle();
  }

  handleError(error: Error, connection: unknown): void {
    const is_from_server = error instanceof pg.DatabaseError;
    const is_over =
      !is_from_server || error.severity === 'FATAL' || error.severity === 'PANIC' || isReadOnly(error);
    if (is_over) this.broken_by = { error };
    const failure = { error: is_from_server ? error : codedOr(ConnectionLost, error) };
    // If all statements have succeeded, this is the error of their implicit commit.
    if (this.#settled.length === this.steps.length) this.#settled.fill(failure);
    while (this.#settled.length < this.steps.length) this.#settled.push(failure);
    if (is_over) this.#done(this.#settled);
    else this.#waitUntilReady(connection as Wire);
  }

  /**
   * PostgreSQL sends an error before it ends the transaction, and ReadyForQuery afterwards, perhaps in
   * another packet. Only then is the transaction status known. After an error pg no longer reports it to this
   * batch.
   */
  #waitUntilReady(connection: Wire): void {
    const onReady = () => {
      connection.off('readyForQuery', onReady);
      connection.off('end', onEnd);
      this.#done(this.#settled);
    };
    const onEnd = () => {
      this.broken_by = { error: new ConnectionLost('the connection ended after an error') };
      onReady();
    };
    connection.on('readyForQuery', onReady);
    connection.on('end', onEnd);
  }

  handleReadyForQuery(): void {
    // A warning about statements outside a transaction: they commit here, after their results.
    if (this.#warning !== undefined) this.#settled.splice(-1, 1, { error: unconfirmed(this.#warning) });
    this.#done(this.#settled);
  }

  handleCopyInResponse(connection: unknown): void {
    (connection as Wire).sendCopyFail('COPY needs a connection of its own');
    // PostgreSQL ignores a Sync while it expects rows. For any other message it closes the connection.
    (connection as Wire).sync();
  }

  handleCopyData(): void {}

  handlePortalSuspended(): void {}

  #settle(): void {
    const rows_as = this.#building;
    const { command, rowCount, rows } = rows_as;
    const error = this.#row_error;
    const result = { command, rowCount, rows, warning: this.#warning };
    this.#settled.push(error === undefined ? { result, rows_as } : { error });
    this.#row_error = undefined;
    this.#warning = undefined;
    this.#building = this.#newResult();
  }

  #newResult(): RowsAs {
    const known = this.steps[this.#settled.length]?.rows_as;
    if (known) {
      // A connection processes one statement at a time, so the reader can be reused; earlier callers keep
      // their own array of rows.
      known.rows = [];
      return known;
    }
    const types = this.#types as unknown as typeof pg.types;
    return new pg.Result('', types) as unknown as RowsAs;
  }
}
