import { PARTS } from './parts.ts';
import { runBench } from './run-bench.ts';

await runBench(process.argv.slice(2), PARTS, 'bench/results.json');
