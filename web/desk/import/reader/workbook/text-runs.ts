/** Joins the formatted runs of a text, without phonetic guides. */
export class TextRuns {
  #text = '';
  #in_text = false;
  #in_pronunciation = false;

  open(name: string): void {
    if (name === 't') this.#in_text = true;
    if (name === 'rPh') this.#in_pronunciation = true;
  }

  add(text: string): void {
    if (this.#in_text && !this.#in_pronunciation) this.#text += text;
  }

  close(name: string): void {
    if (name === 't') this.#in_text = false;
    if (name === 'rPh') this.#in_pronunciation = false;
  }

  /** Returns the collected text and starts the next one. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

/** Decodes characters that XML forbids, written as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
