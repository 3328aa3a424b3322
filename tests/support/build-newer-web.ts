import { build } from 'vite';
import { buildServiceWorker } from '../../scripts/service-worker.ts';

const [outDir = ''] = process.argv.slice(2);
const name = 'assets/[name]-newer-[hash].js';
await build({
  configFile: 'vite.config.ts',
  logLevel: 'error',
  build: { outDir, rolldownOptions: { output: { entryFileNames: name, chunkFileNames: name } } },
});
await buildServiceWorker(outDir);
