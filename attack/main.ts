import { runAttacks } from './attacks.ts';
import { print } from './report.ts';

/**
 * `npm run attack` attacks the built product and prints the results. Options: `-- --quick` makes fewer
 * attempts and no floods, `-- --seed N` generates other inputs. Exits with 1 if an attempt succeeded.
 */
const scale = process.argv.includes('--quick') ? 'quick' : 'full';
const results = await runAttacks(scale, seedOption());
const tried = results.reduce((sum, part) => sum + part.tried, 0);
const broken = results.reduce((sum, part) => sum + part.broken.length, 0);
print(`\n${tried} checks, ${tried - broken} passed`);
process.exitCode = broken > 0 ? 1 : 0;

function seedOption(): number | undefined {
  const at = process.argv.indexOf('--seed');
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}
