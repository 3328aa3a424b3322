import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Tries } from '../attack/report.ts';
import { ownEnvironment } from './support/e2e-server.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('counts a bound that is not met, and whatever else gets through', () => {
  const tries = new Tries('a flood');
  tries.bound('memory at most', 301, 300, 'MB');
  tries.bound('memory at most', 300, 300, 'MB');
  tries.bound('never measured', Number.NaN, 300, 'MB');
  tries.add('an unsigned webhook was taken');
  tries.add(undefined);
  expect(tries.result).toMatchObject({ tried: 5, broken: { length: 3 } });
});

/** `npm run attack` itself, without its floods: those measure, and need a machine to themselves. */
it('holds against everybody who may not, and against generated bad input', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'attack/main.ts', '--quick'],
    { cwd: ROOT, env: ownEnvironment(), encoding: 'utf8' },
  );
  const [, tried, held] = /\n(\d+) tried, (\d+) held\n$/.exec(stdout) ?? [];
  expect({ status, held, stdout, stderr }).toMatchObject({ status: 0, held: tried });
  expect(Number(tried)).toBeGreaterThan(1_000);
}, 120_000);
