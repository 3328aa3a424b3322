/** What was looked at, and what did not hold. */
export class Checks {
  #passed = 0;
  #failed = 0;

  /** `problem` says what is wrong where it does not hold, and is printed at once. */
  check(held: boolean, problem: string): void {
    if (held) {
      this.#passed += 1;
      return;
    }
    this.#failed += 1;
    say(`FAILED: ${problem}`);
  }

  get failed(): number {
    return this.#failed;
  }

  /** The last line. */
  print(): void {
    say(`${this.#passed} passed, ${this.#failed} failed`);
  }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
