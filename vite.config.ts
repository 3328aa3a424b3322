import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { earlyScript } from './scripts/early-script.mjs';
import { leanEndpoints } from './scripts/lean-endpoints.mjs';
import { words } from './scripts/words/vite-plugin.mjs';

/** What the PDF library would load for HTML and SVG pages, which no document of ours has. */
const NEVER_LOADED = ['html2canvas', 'canvg', 'dompurify'];

/** What the sign-in form needs, in one file; what opens the store stays apart, to be there first. */
const START = {
  name: 'start',
  test: (id: string) =>
    [
      /\/node_modules\/(react|react-dom|scheduler|wouter|regexparam)\//,
      /\/node_modules\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|defaultAttributes|shared|context)/,
      /\/web\/api\/(client|request|this-page|errors|problem-words|server-clock|identity)\.ts/,
      /\/node_modules\/lucide-react\/dist\/esm\/icons\/(circle-exclamation-point|circle-alert|triangle-alert|log-out)\./,
      /\/web\/session\//,
      /\/web\/words\/(i18n|server-words|languages|page-language)\.ts/,
      /\/web\/ui\/(Button|Field|Spinner|toast|class-names|Mark|Notice)\.tsx?/,
      /\/web\/screens\/login\//,
      /\/contract\/rules\/(endpoints|problems|session-end|command-part)\.ts/,
      /\/web\/world\/(kept-texts|page-only)\.ts/,
    ].some((those) => those.test(id)),
};

/**
 * What every screen of the dashboard needs, in one file instead of a dozen: together it is compressed better. What makes
 * documents stays apart, and so does what the sign-in form needs too.
 */
const DEVICE = {
  name: 'device',
  test: (id: string) =>
    [
      /\/web\/(offline|commands)\/(?!prepare-|sha256|StorageLine|WaitingLine|unsent-cash|device-report)/,
      /\/web\/api\/(cash-words|delivery-words|earlier-attempts|unknown-outcome|read-store|query-client|use-endpoint)\.ts/,
      /\/web\/ui\/(Badge|Card|Checkbox|Facts|Skeleton)\.tsx/,
      /\/web\/components\/(customer-contact|dialled-number|Money|open-file|order-badges|RefundNotice)\.tsx?/,
      /\/web\/words\/order-words\.ts/,
      /\/node_modules\/@tanstack\//,
      /\/contract\/rules\/(money|dates|names|tender|storage-paths|references|difference)\.ts/,
    ].some((those) => those.test(id)),
};

const SERVER = process.env.DEV_SERVER ?? 'http://127.0.0.1:3000';

/**
 * Builds the browser's part into `dist/web`, file names carrying their hash. During development everything that the
 * server answers goes to the server.
 */
export default defineConfig({
  root: 'web',
  plugins: [earlyScript(), leanEndpoints(), words(), react(), tailwindcss()],
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
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined pieces become data: URLs, which the Content-Security-Policy allows for pictures only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [START, DEVICE] } },
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
