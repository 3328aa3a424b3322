import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { ensureBrowser } from '../browser.mjs';
import { ensureInstalled, ROOT } from '../install.mjs';
import { temporaryDirectory } from '../temporary-directory.mjs';
import { failedTests, listed, slowestFiles } from './test-reports.mjs';
import { measureTimeFactor } from './time-factor.mjs';

/** Every process of a run inherits this variable, by which detached processes are found. */
const MARK = 'MANDOOB_TEST_RUN';
/** Larger than any stage's output, so that a stage never blocks while the output of others is printed. */
const OUTPUT_BYTES_MAX = 64 * 1024 ** 2;

/**
 * Begins a test run: installs the packages and a browser, measures the machine's time factor, and empties
 * `reports`, a folder below the root. Stages run concurrently; their outputs are printed one after the other.
 */
export async function beginTestRun(reports) {
  const began = performance.now();
  ensureInstalled();
  const processor_time = await watchProcessorTime();
  rmSync(join(ROOT, reports), { recursive: true, force: true });
  mkdirSync(join(ROOT, reports), { recursive: true });
  const totals = { passed: 0, failed: 0 };
  const browser_problem = await ensureBrowser();
  if (browser_problem) {
    console.error(browser_problem);
    totals.failed += 1;
  }
  const factor = await measureTimeFactor();
  console.log(`Time limits: ${factor.toFixed(2)} times the base limits`);
  const failed_stages = [];
  const run_env = { ...process.env, ...temporaryDirectory() };
  /** Settles when the output of all stages begun so far is printed. */
  let printed = Promise.resolve();

  /**
   * Runs one program of the project with Node. A program that fails without a failed test counts as one
   * failure.
   */
  async function stage(title, program, parameters, { count = countNothing, nice = 0, env = {} } = {}) {
    const before = printed;
    const { ended, output } = run(program, parameters, { env: { ...run_env, ...env }, nice });
    const lines = [];
    printed = before.then(async () => {
      console.log(`\n── ${title}`);
      for await (const chunk of output) {
        lines.push(chunk);
        process.stdout.write(chunk);
      }
    });
    const success = await ended;
    await printed;
    const { passed, failed } = count(Buffer.concat(lines).toString(), success);
    totals.passed += passed;
    totals.failed += success ? failed : Math.max(failed, 1);
    if (!success) failed_stages.push(title);
  }

  /** Prints the slowest files, the failures, the run's times and the totals, and sets the exit code. */
  function end(vitest_report, playwright_report) {
    const sources = [vitest_report, playwright_report, ROOT];
    process.stdout.write(listed('The ten slowest files', slowestFiles(...sources)));
    process.stdout.write(listed('Failed', [...failed_stages, ...failedTests(...sources)]));
    console.log(timesLine(performance.now() - began, processor_time.read()));
    processor_time.stop();
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
    process.exitCode = totals.failed > 0 ? 1 : 0;
  }

  return { stage, end };
}

/** Imports at run time: tsx does not exist before the packages are installed. */
async function watchProcessorTime() {
  const { tsImport } = await import('tsx/esm/api');
  const { sumOfOwnTree } = await tsImport('../../bench/measure/processor-time.ts', import.meta.url);
  return sumOfOwnTree(MARK);
}

function timesLine(wall_ms, processor_ms) {
  const minutes = Math.floor(wall_ms / 60_000);
  const wall = `${minutes} min ${Math.round((wall_ms - minutes * 60_000) / 1_000)} s wall-clock time`;
  const processor = processor_ms === null ? '' : `${Math.round(processor_ms / 1_000)} s of processor time, `;
  return `\n${processor}${wall}`;
}

function countNothing() {
  return { passed: 0, failed: 0 };
}

/** Buffers the program's output until it is read. */
function run(program, parameters, { env, nice }) {
  const output = new PassThrough({ highWaterMark: OUTPUT_BYTES_MAX });
  const ended = new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...parameters], {
      cwd: ROOT,
      env,
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    if (nice !== 0 && child.pid !== undefined) setPriority(child.pid, nice);
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      output.end();
      resolve(code === 0);
    });
  });
  return { ended, output };
}
