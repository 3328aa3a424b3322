/** What one part of the attack tried, and where the product did not hold. */
export type Tried = {
  title: string;
  tried: number;
  /** One line for each try that got through, in plain words; empty when everything held. */
  broken: string[];
  /** What was measured, as it should be read: `memory at most 182 MB`. */
  figures: string[];
};

/** Collects the tries of one part. */
export class Tries {
  readonly #broken: string[] = [];
  readonly #figures: string[] = [];
  readonly #title: string;
  #tried = 0;

  constructor(title: string) {
    this.#title = title;
  }

  /** One try: `problem` says what got through, undefined when it held. */
  add(problem: string | undefined): void {
    this.#tried += 1;
    if (problem !== undefined) this.#broken.push(problem);
  }

  /** One measured bound, which counts as a try. */
  bound(name: string, value: number, max: number, unit: string): void {
    const text = `${name} ${Math.round(value * 100) / 100} ${unit} (at most ${max} ${unit})`;
    this.#figures.push(text);
    this.add(value <= max ? undefined : text);
  }

  /** Something measured that decides nothing. */
  figure(text: string): void {
    this.#figures.push(text);
  }

  get result(): Tried {
    return { title: this.#title, tried: this.#tried, broken: this.#broken, figures: this.#figures };
  }
}

const SHOWN_MAX = 20;

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** `tried` and `held` of one part, its figures, and what got through. */
export function printTried({ title, tried, broken, figures }: Tried): void {
  say(`${title}: ${tried} tried, ${tried - broken.length} held`);
  for (const figure of figures) say(`  ${figure}`);
  for (const line of broken.slice(0, SHOWN_MAX)) say(`  GOT THROUGH: ${line}`);
  if (broken.length > SHOWN_MAX) say(`  … and ${broken.length - SHOWN_MAX} more`);
}
