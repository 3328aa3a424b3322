import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ownEnvironment } from './support/e2e-server.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

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
