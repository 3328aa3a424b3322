/** Counts the checks of one part of the attack and collects its failures and measurements. */
export class AttackReport {
  readonly title: string;
  tried = 0;
  /** One plain-language line for each attempt that succeeded; empty if all were refused. */
  readonly broken: string[] = [];
  /** Measurements as printed, for example `memory at most 182 MB`. */
  readonly figures: string[] = [];

  constructor(title: string) {
    this.title = title;
  }

  /** Counts one attempt; `problem` describes what succeeded if `held` is false. */
  check(held: boolean, problem: string): void {
    this.tried += 1;
    if (!held) this.broken.push(problem);
  }

  /** Records one measured bound, which counts as an attempt. */
  bound(name: string, value: number, max: number, unit: string): void {
    const text = `${name} ${Math.round(value * 100) / 100} ${unit} (at most ${max} ${unit})`;
    this.figures.push(text);
    this.check(value <= max, text);
  }
}

const SHOWN_MAX = 20;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints the counts and figures of one part, and the attempts that succeeded. */
export function printReport({ title, tried, broken, figures }: AttackReport): void {
  print(`${title}: ${tried} checks, ${tried - broken.length} passed`);
  for (const figure of figures) print(`  ${figure}`);
  for (const line of broken.slice(0, SHOWN_MAX)) print(`  FAILED: ${line}`);
  if (broken.length > SHOWN_MAX) print(`  … and ${broken.length - SHOWN_MAX} more`);
}
