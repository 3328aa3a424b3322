import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserOperations } from './scripts/bundle/browser-operations.mjs';
import { compileAtOnce } from './scripts/bundle/compile-at-once.mjs';
import { earlyScript } from './scripts/bundle/early-script.mjs';
import { loadStages } from './scripts/bundle/load-stages.mjs';
import { words } from './scripts/words/vite-plugin.mjs';

/** What the PDF library would load for HTML and SVG pages, which no document of ours has. */
const NEVER_LOADED = ['html2canvas', 'canvg', 'dompurify'];

const SERVER = process.env.DEV_SERVER ?? 'http://127.0.0.1:3000';

/**
 * Builds the browser's part into `dist/web`, file names carrying their hash. During development everything that the
 * server answers goes to the server.
 */
export default defineConfig({
  root: 'web',
  plugins: [earlyScript(), browserOperations(), words(), react(), tailwindcss(), compileAtOnce()],
  resolve: {
    alias: [
      ...NEVER_LOADED.map((name) => ({
        find: name,
        replacement: fileURLToPath(new URL('web/documents/not-used.ts', import.meta.url)),
      })),
      // For versions of React that have none of their own.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined pieces become data: URLs, which the Content-Security-Policy allows for pictures only.
    assetsInlineLimit: 0,
    // Browsers that do not preload modules load them a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [loadStages()],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/auth', '/storage', '/functions', '/healthz', '/readyz', '/openapi.json'].map((path) => [
        // Anchored: the folder `web/api` is served as a source file while developing.
        path === '/api' ? '^/api/(?!.*\\.tsx?(\\?|$))' : path,
        SERVER,
      ]),
    ),
  },
});
