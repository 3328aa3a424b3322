import pg from 'pg';
import { serialize } from 'pg-protocol';
import { ConnectionLost, codedOr, isReadOnly, unconfirmed } from './failures.ts';

type WireValue = string | Buffer | null;

export type Statement = {
  text: string;
  values: readonly unknown[];
  /** The same values, as they are sent. */
  wire_values: WireValue[];
};

/** One statement of a batch. */
export type Step = {
  statement: Statement;
  /** The name it has on this connection; '' for none. */
  name: string;
  /** Whether the connection has to be told the text first. */
  is_new: boolean;
  /** How its rows are read, where that is known from before: then it is not asked. */
  rows_as: RowsAs | undefined;
};

/** `warning` is what the database warned of while it executed the statement. */
export type Answer = {
  command: string;
  rowCount: number | null;
  rows: unknown[];
  warning?: string | undefined;
};
/** `rows_as` reads rows of the same statement again. */
export type Outcome = { answer: Answer; rows_as: RowsAs } | { error: unknown };

/** What pg's own types leave out of its connection and result. */
type Wire = {
  stream: { writable: boolean; write(bytes: Buffer): void };
  sendCopyFail(reason: string): void;
  sync(): void;
  on(event: 'readyForQuery' | 'end', listener: () => void): void;
  off(event: 'readyForQuery' | 'end', listener: () => void): void;
};
export type RowsAs = Answer & {
  addFields(fields: unknown): void;
  parseRow(fields: unknown): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: unknown): void;
};
/** A value as pg sends it: most are texts. Throws for what it cannot send. */
export const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): WireValue } })
  .utils;

function addMessages(messages: Buffer[], { statement, name, is_new, rows_as }: Step): void {
  // A name whose making failed half-way may be there already; closing one that is not is no error.
  if (is_new && name !== '') messages.push(serialize.close({ type: 'S', name }));
  if (is_new) messages.push(serialize.parse({ name, text: statement.text }));
  messages.push(serialize.bind({ statement: name, values: statement.wire_values }));
  if (!rows_as) messages.push(serialize.describe({ type: 'P' }));
  messages.push(serialize.execute());
}

/** Throws where a value cannot be sent, as pg does. */
export function statementOf(text: string, values: readonly unknown[] = []): Statement {
  return { text, values, wire_values: values.map((value) => prepareValue(value)) };
}

/**
 * Several statements that go out in one write and are answered together: one Sync ends them, so that Postgres skips whatever
 * follows one that failed. It is what `pg` calls a submittable, handed to `client.query`; `pg` calls everything below
 * `outcomes`. (Its own `pipeline` mode writes a Sync after each statement: behind a `begin` that failed the rest
 * would be executed, each on its own.)
 */
export class Batch {
  /** One for each statement, once the connection is ready again or lost. Those after a failed one have failed with it. */
  readonly outcomes: Promise<Outcome[]>;
  readonly steps: readonly Step[];
  /** Why the connection can be used no more: it broke, or the server ended it. Null where it can. */
  broken_by: { error: Error } | null = null;
  readonly #closing: readonly string[];
  readonly #types: pg.ClientBase;
  readonly #settled: Outcome[] = [];
  #building: RowsAs;
  #row_error: unknown;
  #warning: string | undefined;
  #done: (outcomes: Outcome[]) => void = () => undefined;

  /** `closing` are names that the connection is to forget. Answers are read with the types of `client`. */
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
    // In one piece: for a stream each piece is work of its own.
    const { stream } = connection as Wire;
    // Where it broke, pg says so by itself.
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

  /** By its code, since words are of the server's language: notices that warn of nothing have 00000. */
  handleNotice({ code, message }: { code?: string | undefined; message?: string | undefined }): void {
    if (!code?.startsWith('00')) this.#warning = message ?? code;
  }

  handleEmptyQuery(): void {
    this.#settle();
  }

  handleError(error: Error, connection: unknown): void {
    const answered = error instanceof pg.DatabaseError;
    const is_over =
      !answered || error.severity === 'FATAL' || error.severity === 'PANIC' || isReadOnly(error);
    if (is_over) this.broken_by = { error };
    const failure = { error: answered ? error : codedOr(ConnectionLost, error) };
    // If every statement has succeeded, the error is that of their implicit commit.
    if (this.#settled.length === this.steps.length) this.#settled.fill(failure);
    while (this.#settled.length < this.steps.length) this.#settled.push(failure);
    if (is_over) this.#done(this.#settled);
    else this.#waitUntilReady(connection as Wire);
  }

  /**
   * PostgreSQL sends an error before it ends the transaction, and ReadyForQuery afterwards, perhaps in another
   * packet. Only then is the transaction status known. After an error pg no longer reports it to this batch.
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
    // Of statements without a transaction: they commit now, behind their answers.
    if (this.#warning !== undefined) this.#settled.splice(-1, 1, { error: unconfirmed(this.#warning) });
    this.#done(this.#settled);
  }

  handleCopyInResponse(connection: unknown): void {
    (connection as Wire).sendCopyFail('rows are copied on a connection of their own');
    // PostgreSQL ignores a Sync while it expects rows. For any other message it closes the connection.
    (connection as Wire).sync();
  }

  handleCopyData(): void {}

  handlePortalSuspended(): void {}

  #settle(): void {
    const rows_as = this.#building;
    const { command, rowCount, rows } = rows_as;
    const error = this.#row_error;
    const answer = { command, rowCount, rows, warning: this.#warning };
    this.#settled.push(error === undefined ? { answer, rows_as } : { error });
    this.#row_error = undefined;
    this.#warning = undefined;
    this.#building = this.#newResult();
  }

  #newResult(): RowsAs {
    const known = this.steps[this.#settled.length]?.rows_as;
    if (known) {
      // One statement at a time is answered on a connection, and whoever asked before has the rows it was given.
      known.rows = [];
      return known;
    }
    const types = this.#types as unknown as typeof pg.types;
    return new pg.Result('', types) as unknown as RowsAs;
  }
}
