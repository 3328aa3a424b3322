/** What one part of the attack tried, and where the product did not hold. */
export class Tries {
  readonly title: string;
  tried = 0;
  /** One line for each try that got through, in plain words; empty when everything held. */
  readonly broken: string[] = [];
  /** What was measured, as it should be read: `memory at most 182 MB`. */
  readonly figures: string[] = [];

  constructor(title: string) {
    this.title = title;
  }

  /** One try: `problem` says what got through where it did not hold. */
  check(held: boolean, problem: string): void {
    this.tried += 1;
    if (!held) this.broken.push(problem);
  }

  /** One measured bound, which counts as a try. */
  bound(name: string, value: number, max: number, unit: string): void {
    const text = `${name} ${Math.round(value * 100) / 100} ${unit} (at most ${max} ${unit})`;
    this.figures.push(text);
    this.check(value <= max, text);
  }
}

const SHOWN_MAX = 20;

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How many were `tried` and `held` of one part, its figures, and what got through. */
export function printTries({ title, tried, broken, figures }: Tries): void {
  say(`${title}: ${tried} tried, ${tried - broken.length} held`);
  for (const figure of figures) say(`  ${figure}`);
  for (const line of broken.slice(0, SHOWN_MAX)) say(`  GOT THROUGH: ${line}`);
  if (broken.length > SHOWN_MAX) say(`  … and ${broken.length - SHOWN_MAX} more`);
}
