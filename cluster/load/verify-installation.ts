import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownEnvironment, PRODUCT } from '../../tests/support/e2e-server.ts';

const PROOFS = [
  ['cash', 'verify'],
  ['files', 'verify'],
];

/**
 * Runs the product's own verification of cash and files on the command line. `env`: the servers' settings.
 * Returns the output of each verification that fails.
 */
export async function verifyInstallation(env: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const proof of PROOFS) {
    try {
      await promisify(execFile)(process.execPath, [join(PRODUCT, 'dist/server/mandoob.js'), ...proof], {
        env: { ...ownEnvironment(), ...env },
      });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      found.push(`mandoob ${proof.join(' ')}: ${stdout}${stderr}`);
    }
  }
  return found;
}
