import { readFile } from 'node:fs/promises';
import { compileFunction } from 'node:vm';
import type { Environment } from '../../web/environment/environment.ts';
import type { Programs } from './phone.ts';
import type { TabProgram } from './tab-program.ts';

/** Globals that the programs must not use directly; they are undefined here. */
const FORBIDDEN_GLOBALS = [
  'fetch',
  'setTimeout',
  'setInterval',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'navigator',
  'window',
  'document',
  'BroadcastChannel',
  'performance',
] as const;

/**
 * Reads the programs of a phone once. Each start of a tab or of a service worker runs them in a new
 * environment.
 */
export async function readPrograms(of: { tab: string; background: string }): Promise<Programs> {
  const [startTab, startBackground] = [
    await readProgram<TabProgram>(of.tab),
    await readProgram<() => Promise<boolean>>(of.background),
  ];
  return { startTab, sendInBackground: (environment) => startBackground(environment)() };
}

async function readProgram<Program>(path: string): Promise<(environment: Environment) => Program> {
  const text = `${await readFile(path, 'utf8')}\nreturn tab.program;`;
  const start = compileFunction(text, ['environment', 'Date', ...FORBIDDEN_GLOBALS], { filename: path }) as (
    environment: Environment,
    date: DateConstructor,
  ) => Program;
  return (environment) => start(environment, GivenDate as DateConstructor);
}

const RealDate = Date;

/** A Date that throws for the current time, which a program must read from its environment. */
class GivenDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) throw new Error('A program read the current time from Date.');
    super(...(given as [number]));
  }
  static override now(): number {
    throw new Error('A program read the current time from Date.');
  }
}
