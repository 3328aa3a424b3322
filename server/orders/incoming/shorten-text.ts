/** Shortens texts and lists that are longer than their limits, and collects the names of their fields. */
export class KeptTexts {
  readonly #shortened = new Set<string>();

  get shortened(): string[] {
    return [...this.#shortened];
  }

  /**
   * Returns the text without NUL and outer spaces, at most `max` UTF-16 units; an ellipsis replaces the rest.
   */
  keep(field: string, text: string, max: number): string {
    const clean = text.replaceAll('\u0000', '').trim();
    if (clean.length <= max) return clean;
    this.#shortened.add(field);
    return `${clean.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  }

  /** Returns the first `max` elements of a list. */
  keepFirst<One>(field: string, list: readonly One[], max: number): One[] {
    if (list.length > max) this.#shortened.add(field);
    return list.slice(0, max);
  }
}
