import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserOperations } from './scripts/browser-operations.mjs';
import { compileAtOnce } from './scripts/compile-at-once.mjs';
import { earlyScript } from './scripts/early-script.mjs';
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
      /\/web\/(routes|fetch-ahead|load-dashboard|load-desk|product-name|Toasts)\.tsx?/,
      /\/web\/api\/(client|request|this-page|reads-from|errors|problem-words|server-clock|identity)\.ts/,
      /\/node_modules\/lucide-react\/dist\/esm\/icons\/(circle-exclamation-point|circle-alert|triangle-exclamation-point|triangle-alert|log-out)\./,
      /\/web\/session\//,
      /\/web\/words\/(i18n|server-words|languages|page-language)\.ts/,
      /\/web\/ui\/(Button|EmptyState|Field|Mark|MissingMark|Notice|Spinner|Waiting|class-names|toast|usable|use-failure-toast)\.tsx?/,
      /\/web\/(components\/dashboard-paths\.ts|shell\/LoadFailure\.tsx)/,
      /\/web\/screens\/login\//,
      /\/contract\/rules\/(problems|session-end|command-part)\.ts/,
      /\/contract\/operations\/(definition\.ts|dashboard)/,
      /\/web\/world\/(kept-texts|network-watch|page-only|waiting)\.ts/,
    ].some((those) => those.test(id)),
};

/** What dashboard and desk both need before their first screen, so that neither waits for the other's. */
const SIGNED_IN = {
  name: 'signed-in',
  test: (id: string) =>
    [
      /\/node_modules\/@tanstack\/(query-core|react-query)\//,
      /\/web\/(new-version\.ts|live-ahead\.tsx|shell\/(AreaGuard|MenuPanel|SignedIn|ProfileUnread|use-loaded)\.tsx?)/,
      /\/web\/api\/(attempt|query-client|use-endpoint|read-store)\.ts/,
      /\/web\/world\/(reachability|reachable-tab|tab-notes)\.ts/,
      /\/web\/ui\/(Badge|Card|Facts|Skeleton|ToastPlace|back-closes|height-as|keep-focus|surroundings|toast-places|use-now|use-online|when-loaded)\.tsx?/,
      /\/web\/components\/(devices\/unsent-words|Money|open-screen|order-badges|PageHeading|ReadFrame|short-time|shown-age)\.tsx?/,
      /\/web\/words\/(label\.ts|order-words\.ts|Trans\.tsx)/,
      /\/contract\/labels\/(label-list|order-labels)\.ts/,
      /\/node_modules\/lucide-react\/dist\/esm\/icons\/(banknote|circle-question-mark|clipboard-list|lock|menu|store|undo-2|user-round|wifi-off)\./,
      /\/contract\/rules\/(money|dates|tender|roles|order-life|sent-separately|waiting-orders)\.ts/,
    ].some((those) => those.test(id)),
};

/** The desk's first load: its shell, what its places share, and its home. */
const DESK = {
  name: 'desk',
  test: (id: string) =>
    [
      /\/web\/(desk-routes|desk-table)\.tsx?/,
      /\/web\/desk\/(?!UnsentLines|Ask)[\w-]+\.tsx?/,
      /\/web\/(commands\/memory|desk\/print)\//,
      /\/web\/desk\/(table|beside|line)\/[\w-]+\.tsx?/,
      /\/web\/desk\/orders\/([\w-]+|list\/(?!ColumnsDialog)[\w-]+|many\/(?!DeedDialogs)[\w-]+|holdings\/(?!HoldingsDetails)[\w-]+|order-form\/use-add-order)\.tsx?/,
      /\/web\/desk\/actions\/(?!Palette|KeysHelp)/,
      /\/web\/desk\/import\/(AskBeforeLeaving|ImportLine|import-store|interrupted|use-import-now)\.tsx?/,
      /\/web\/desk\/(export\/(ExportLine|export-store|use-export))\.tsx?/,
      /\/contract\/(rules\/desk-orders\.ts|operations\/desk)/,
      /\/node_modules\/@tanstack\/(query-core|react-query)\/.*(infiniteQueryObserver|useInfiniteQuery)/,
    ].some((those) => those.test(id)),
};

/**
 * What the driver's screens need of the dashboard, in one file instead of two dozen: together it is compressed better, and a
 * slow phone spends longer on asking for a small file than on reading it. What makes documents stays apart, and so does what
 * the sign-in form needs too.
 */
const DASHBOARD = {
  name: 'dashboard',
  test: (id: string) =>
    [
      /\/web\/(offline|commands)\/(?!CommandDialog|memory\/|prepare-|StorageLine|device-report)/,
      /\/web\/(dashboard-routes|screen-table)\.tsx?/,
      /\/web\/shell\//,
      /\/web\/api\/(cash-words|delivery-words|read-failures|unknown-outcome)\.ts/,
      /\/web\/ui\/(Checkbox|Tooltip|enter-goes-on|keyboard|use-missing)\.tsx?/,
      /\/web\/components\/(customer-contact|dialled-number|door-buttons|history-path|open-file|NotToHandOver|RefundNotice|RequestFacts)\.tsx?/,
      /\/web\/components\/(signature\/signature|photo\/(PictureControls|photo-limits|use-object-url))\.tsx?/,
      /\/web\/world\/install\.ts/,
      /\/node_modules\/lucide-react\/dist\/esm\/icons\/(camera|chevron-down|circle-check|circle-slash|clipboard-check|cloud-off|cloud-upload|image-up|info|log-in|map-pin|package-open|phone|receipt-text|trash|package-check|calendar-clock|landmark|arrow-down-to-line|arrow-up-from-line)\./,
      /\/contract\/rules\/(names|storage-paths|references|difference|device-chain|stops)\.ts/,
    ].some((those) => those.test(id)),
};

/** Small parts of Profile and of what lies beside it: the sign-in form names each file that Profile needs, to fetch it ahead. */
const LINES = {
  name: 'lines',
  test: /\/web\/(commands\/StorageLine|components\/(RoleBadge|devices\/PhoneTold))\.tsx?/,
};

/** What the desk's menu, shell and home show: small files of which some are other screens' too, which then need nothing else of the desk. */
const DESK_ICONS = {
  name: 'desk-icons',
  test: /\/node_modules\/lucide-react\/dist\/esm\/icons\/(arrow-(down|left|up)|calendar-days|chart-column|clock|columns-3|credit-card|eye|file-down|file-up|inbox|keyboard|layout-dashboard|list-checks|plus|scroll-text|search|search-x|shopping-bag|smartphone|truck|users|wallet|x)\./,
};

/**
 * The icons that none of these has, small as they are, in one file: left where they are first met, one that two places share would lie in a file that needs all
 * of the other's own.
 */
const ICONS = { name: 'icons', test: /\/node_modules\/lucide-react\/dist\/esm\/icons\// };

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
          groups: [START, DESK, SIGNED_IN, DASHBOARD, LINES, DESK_ICONS, ICONS],
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
