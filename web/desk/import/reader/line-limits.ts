import { ROW_CHARACTERS_MAX } from '../../../../contract/rules/csv/csv-row-limits.ts';
import { UnreadableFile } from './read-row.ts';
import { LINES_MAX } from './reading-limits.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Checks the length and the number of lines while a text is decoded, before it is parsed. */
export class LineLimits {
  #lines = 0;
  #characters = 0;
  #after_return = false;

  /** Counts the lines of the next chunk. Throws UnreadableFile. */
  take(text: string): void {
    let line_at = -this.#characters;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        // CRLF is one line end.
        if (code === CARRIAGE_RETURN || !this.#after_return) this.#lines += 1;
        line_at = at + 1;
      }
      this.#after_return = code === CARRIAGE_RETURN;
    }
    this.#characters = text.length - line_at;
    if (this.#characters > ROW_CHARACTERS_MAX) throw new UnreadableFile('row_too_long', this.#lines);
    if (this.#lines > LINES_MAX) throw new UnreadableFile('too_many_rows');
  }
}
