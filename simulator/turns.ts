import { real } from './real-world.ts';

/**
 * So many turns are asked for at once. Node looks for news from outside only after all of them, and that takes longer than most
 * turns do.
 */
const AHEAD = 32;

const waiting: (() => void)[] = [];
let ahead = 0;

/** Resolves when every promise that was kept has been followed, however far they lead. */
export async function idle(): Promise<void> {
  for (let times = 0; times < 2; times++) await turn();
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (ahead === 0) askAhead();
  });
}

function askAhead(): void {
  ahead = AHEAD;
  for (let number = 0; number < AHEAD; number++) real.setImmediate(takeTurn);
}

/** Between two of these Node does everything else that is left to do in this process. */
function takeTurn(): void {
  ahead -= 1;
  waiting.shift()?.();
  if (ahead === 0 && waiting.length > 0) askAhead();
}
