import { parseArgs } from 'node:util';

export type Options = {
  /** The duration of the phase that kills servers, in minutes. */
  minutes: number;
  /** Commands per second, of all people together. */
  per_second: number;
  /** The number of drivers who deliver. */
  drivers: number;
  /** The number of updates of each server. */
  rounds: number;
};

const DEFAULTS: Options = { minutes: 2, per_second: 15, drivers: 12, rounds: 2 };
const MINUTES_MAX = 60;

/**
 * Reads the options after `npm run test:servers --`. Throws an error with a readable message if one is
 * invalid.
 */
export function readOptions(given: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...given],
    options: {
      minutes: { type: 'string' },
      rate: { type: 'string' },
      drivers: { type: 'string' },
      rounds: { type: 'string' },
    },
  });
  return {
    minutes: number('minutes', values.minutes, DEFAULTS.minutes, MINUTES_MAX),
    per_second: number('rate', values.rate, DEFAULTS.per_second, 500),
    drivers: number('drivers', values.drivers, DEFAULTS.drivers, 200),
    rounds: number('rounds', values.rounds, DEFAULTS.rounds, 50),
  };
}

function number(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (value > 0 && value <= max) return value;
  throw new Error(`--${name} must be a number above 0, at most ${max}`);
}
