import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserOperations } from './scripts/bundle/browser-operations.mjs';
import { compileEagerly } from './scripts/bundle/compile-eagerly.mjs';
import { earlyScript } from './scripts/bundle/early-script.mjs';
import { loadStages, withoutLoaded } from './scripts/bundle/load-stages.mjs';
import { shortIconKeys } from './scripts/bundle/short-icon-keys.mjs';
import { messages } from './scripts/messages/vite-plugin.mjs';

/** Modules that the PDF library would load for HTML and SVG, which our documents do not contain. */
const NEVER_LOADED = ['html2canvas', 'canvg', 'dompurify'];

const SERVER = process.env.DEV_SERVER ?? 'http://127.0.0.1:3000';

/**
 * Builds the browser app into `dist/web`, with hashed file names. In development, requests for the server's
 * paths are forwarded to the server.
 */
export default defineConfig({
  root: 'web',
  plugins: [
    earlyScript(),
    browserOperations(),
    messages(),
    react(),
    tailwindcss(),
    shortIconKeys(),
    compileEagerly(),
  ],
  resolve: {
    alias: [
      ...NEVER_LOADED.map((name) => ({
        find: name,
        replacement: fileURLToPath(new URL('web/documents/unused-module.ts', import.meta.url)),
      })),
      // React provides this function itself; the package is a substitute for older versions.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined assets become data: URLs, which the Content-Security-Policy allows for images only.
    assetsInlineLimit: 0,
    // Browsers without module preloading load the modules slightly later.
    modulePreload: { polyfill: false, resolveDependencies: withoutLoaded },
    rolldownOptions: {
      output: {
        // The shortest possible hash: the desk's first file contains the name of every file.
        chunkFileNames: 'assets/[name]-[hash:7].js',
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
        // Anchored: the development server serves the folder `web/api` as source files.
        path === '/api' ? '^/api/(?!.*\\.tsx?(\\?|$))' : path,
        SERVER,
      ]),
    ),
  },
});
