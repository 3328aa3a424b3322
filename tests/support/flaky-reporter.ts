import type { Reporter, TestCase } from 'vitest/node';

/** Names at the end what passed only at the second time: it counts as passed, and is to be mended all the same. */
export default class FlakyReporter implements Reporter {
  private readonly flaky: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.flaky.push(`${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.flaky.length > 0) console.log(['', 'Flaky:', ...this.flaky].join('\n  '));
  }
}
