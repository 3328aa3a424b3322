import { createHash } from 'node:crypto';

/** A connection keeps so many; each takes memory in its server process, some ten KB. */
const KEPT_MAX = 256;
/** Longer ones are made for their number of rows and hardly come again. */
const TEXT_LENGTH_MAX = 4_000;

/** The named statements of one connection: the name follows from the text, the least used are forgotten first. */
export class KnownStatements {
  readonly #by_text = new Map<string, string>();
  readonly #closing = new Set<string>();
  readonly #kept_max: number;

  constructor(kept_max = KEPT_MAX) {
    this.#kept_max = kept_max;
  }

  /** The name under which to send a text, and whether the connection has to be told the text first. */
  use(text: string): { name: string; is_new: boolean } {
    if (text.length > TEXT_LENGTH_MAX) return { name: '', is_new: true };
    const known = this.#by_text.get(text);
    const name = known ?? nameOf(text);
    // Deleted and set: a map keeps its keys in the order in which they came, so the first is the one unused for longest.
    this.#by_text.delete(text);
    this.#by_text.set(text, name);
    // Whoever makes it anew closes it first.
    this.#closing.delete(name);
    if (this.#by_text.size > this.#kept_max) this.#dropOldest();
    return { name, is_new: known === undefined };
  }

  /** For a statement whose text the connection perhaps was not told after all. */
  forget(text: string): void {
    this.#by_text.delete(text);
  }

  forgetAll(): void {
    this.#by_text.clear();
  }

  /** Names that the connection is to be told to forget, each once. */
  takeClosing(): string[] {
    const closing = [...this.#closing];
    this.#closing.clear();
    return closing;
  }

  #dropOldest(): void {
    const [oldest] = this.#by_text;
    if (!oldest) return;
    this.#by_text.delete(oldest[0]);
    this.#closing.add(oldest[1]);
  }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24);
}
