import { real } from './real-clock.ts';

/**
 * The number of turns requested at once. Node polls for I/O only after all of them, and that takes longer
 * than most turns.
 */
const AHEAD = 32;

const waiting: (() => void)[] = [];
let ahead = 0;

/** Resolves when all resolved promises, and those that follow from them, have been handled. */
export async function idle(): Promise<void> {
  for (let times = 0; times < 2; times++) await turn();
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (ahead === 0) requestTurns();
  });
}

function requestTurns(): void {
  ahead = AHEAD;
  for (let number = 0; number < AHEAD; number++) real.setImmediate(takeTurn);
}

/** Between two of these calls Node handles all other pending work of this process. */
function takeTurn(): void {
  ahead -= 1;
  waiting.shift()?.();
  if (ahead === 0 && waiting.length > 0) requestTurns();
}
