import type { Reporter, TestCase } from 'vitest/node';

/** Names at the end what passed only at the second time, and why not at the first: it counts as passed, and is to be mended all the same. */
export default class FlakyReporter implements Reporter {
  private readonly flaky: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    this.flaky.push(`${test.module.relativeModuleId} › ${test.fullName}`);
    for (const { message, stacks = [] } of test.result().errors ?? []) {
      this.flaky.push(...`${message}\n${placesOf(stacks)}`.split('\n').map((line) => `  ${line}`));
    }
  }

  onTestRunEnd(): void {
    if (this.flaky.length > 0) console.log(['', 'Flaky:', ...this.flaky].join('\n  '));
  }
}

function placesOf(stacks: readonly { file: string; line: number }[]): string {
  return stacks.map(({ file, line }) => `at ${file}:${line}`).join('\n');
}
