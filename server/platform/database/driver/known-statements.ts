import { createHash } from 'node:crypto';
import type { RowsAs } from './batch.ts';

/** The number of statements kept per connection; each takes some ten KB of memory in its server process. */
const KEPT_MAX = 256;
/**
 * The longest text of a named statement: longer ones depend on their number of rows and are rarely reused.
 */
const TEXT_LENGTH_MAX = 4_000;

type Known = { name: string; used: number; rows_as: RowsAs | undefined };

/**
 * The name under which a text is sent, whether the connection still needs the text, and how its rows are
 * read.
 */
export type Use = { name: string; is_new: boolean; rows_as: RowsAs | undefined };

export const UNNAMED: Use = { name: '', is_new: true, rows_as: undefined };

/**
 * The named statements of one connection. Names are derived from the text; the least recently used are
 * forgotten first.
 */
export class KnownStatements {
  readonly #by_text = new Map<string, Known>();
  readonly #closing = new Set<string>();
  readonly #kept_max: number;
  #uses = 0;

  constructor(kept_max = KEPT_MAX) {
    this.#kept_max = kept_max;
  }

  use(text: string): Use {
    if (text.length > TEXT_LENGTH_MAX) return UNNAMED;
    this.#uses += 1;
    const known = this.#by_text.get(text);
    if (known) {
      known.used = this.#uses;
      return { name: known.name, is_new: false, rows_as: known.rows_as };
    }
    const name = nameOf(text);
    this.#by_text.set(text, { name, used: this.#uses, rows_as: undefined });
    // A statement that is prepared again is closed first anyway.
    this.#closing.delete(name);
    if (this.#by_text.size > this.#kept_max) this.#dropOldest();
    return { name, is_new: true, rows_as: undefined };
  }

  /** Records that the connection has the text, and how its rows are read. */
  learn(text: string, rows_as: RowsAs): void {
    const known = this.#by_text.get(text);
    if (known) known.rows_as = rows_as;
  }

  /** Forgets a statement whose text the connection may not have received. */
  forget(text: string): void {
    this.#by_text.delete(text);
  }

  forgetAll(): void {
    this.#by_text.clear();
  }

  /** Returns the names of statements to close on the connection, each once. */
  takeClosing(): string[] {
    const closing = [...this.#closing];
    this.#closing.clear();
    return closing;
  }

  #dropOldest(): void {
    const [oldest] = [...this.#by_text].sort(([, a], [, b]) => a.used - b.used);
    if (!oldest) return;
    this.#by_text.delete(oldest[0]);
    this.#closing.add(oldest[1].name);
  }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24);
}
