import { runAttacks } from './attacks.ts';
import { say } from './report.ts';

/**
 * `npm run attack` attacks the built product and prints what it withstood: `-- --quick` with fewer attempts and no floods,
 * `-- --seed N` with other generated inputs. Exits 1 when an attempt succeeded.
 */
const scale = process.argv.includes('--quick') ? 'quick' : 'full';
const results = await runAttacks(scale, seedAsked());
const tried = results.reduce((sum, part) => sum + part.tried, 0);
const broken = results.reduce((sum, part) => sum + part.broken.length, 0);
say(`\n${tried} tried, ${tried - broken} held`);
process.exitCode = broken > 0 ? 1 : 0;

function seedAsked(): number | undefined {
  const at = process.argv.indexOf('--seed');
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}
