import { runBench } from '../run-bench.ts';
import { peer } from './peer.ts';

await runBench(process.argv.slice(2), [peer], 'results.json');
