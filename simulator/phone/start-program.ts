import { readFile } from 'node:fs/promises';
import { compileFunction } from 'node:vm';
import type { World } from '../../web/world/world.ts';
import type { Programs } from './phone.ts';
import type { TabProgram } from './tab-program.ts';

/** What a page could take instead of being given it: here it takes nothing. */
const NOT_TO_BE_TAKEN = [
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

/** Reads what runs on a phone once; each tab, and each start of its service worker, is another start of it, in a world of its own. */
export async function readPrograms(of: { tab: string; background: string }): Promise<Programs> {
  const [startTab, startBackground] = [
    await readProgram<TabProgram>(of.tab),
    await readProgram<() => Promise<boolean>>(of.background),
  ];
  return { startTab, sendInBackground: (world) => startBackground(world)() };
}

async function readProgram<Program>(path: string): Promise<(world: World) => Program> {
  const text = `${await readFile(path, 'utf8')}\nreturn tab.program;`;
  const start = compileFunction(text, ['world', 'Date', ...NOT_TO_BE_TAKEN], { filename: path }) as (
    world: World,
    date: DateConstructor,
  ) => Program;
  return (world) => start(world, GivenDate as DateConstructor);
}

const RealDate = Date;

/** Knows every time but the present one, which a page has to ask its world for. */
class GivenDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) throw new Error('the time was taken');
    super(...(given as [number]));
  }
  static override now(): number {
    throw new Error('the time was taken');
  }
}
