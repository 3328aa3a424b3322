import { dirname, join, relative } from 'node:path';
import { ROOT } from '../install.mjs';

/** The loading stages of the app with their entry modules. */
const STAGES = {
  early: ['web/early-start.ts'],
  start: ['web/main.tsx'],
  dashboard: [
    'web/dashboard-routes.tsx',
    'web/commands/this-device.ts',
    'web/screens/next-order/NextOrder.tsx',
  ],
  desk: ['web/desk-routes.tsx', 'web/desk/orders/OrdersHome.tsx'],
};

/**
 * Returns a group for Rolldown's code splitting. Each stage is one file with all static imports of its
 * modules, except those of an earlier stage. Dashboard and desk share the file `signed-in`.
 */
export function loadStages() {
  let needed;
  return {
    // The name in the bundler's timing report.
    debugName: 'stages',
    name(id, context) {
      needed ??= modulesOfStages((one) => context.getModuleInfo(one));
      const [first, ...later] = needed.filter(([, ids]) => ids.has(pathOf(id))).map(([stage]) => stage);
      // Icons of later screens share a file, so that an icon of two screens does not load another whole
      // screen. So do labels: the desk's first file contains the name of every file.
      if (first === undefined) return ICON.test(id) ? 'icons' : LABELS.test(id) ? 'labels' : null;
      return first === 'dashboard' && later.length > 0 ? 'signed-in' : first;
    },
  };
}

/**
 * Returns the files to preload with an import: not those of earlier stages, which the importing file has
 * loaded already. Nothing is preloaded for an import of a single file.
 */
export function withoutLoaded(_, files, { hostId }) {
  const loaded = WITH_SIGNED_IN.test(hostId) ? [...FIRST, 'signed-in'] : FIRST;
  const needed = files.filter((file) => !loaded.some((stage) => file.startsWith(`assets/${stage}-`)));
  return needed.length > 1 ? needed : [];
}

const FIRST = ['rolldown-runtime', 'early-start', 'start'];
const WITH_SIGNED_IN = /^assets\/(dashboard|desk)-/;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;
const LABELS = /\/(web|contract)\/.+-labels\.ts$/;
const pathOf = (id) => relative(ROOT, id).replaceAll('\\', '/');
const idOf = (path) => join(ROOT, path).replaceAll('\\', '/');

function modulesOfStages(infoOf) {
  const entries = Object.values(STAGES).flat();
  const absent = entries.filter((entry) => !infoOf(idOf(entry)));
  // Other pages, such as the benchmark's empty page, have no stages.
  if (absent.length === entries.length) return [];
  if (absent.length > 0) throw new Error(`${absent[0]} is the entry of a stage, but not in the build`);
  return Object.entries(STAGES).map(([stage, modules]) => [stage, closureOf(modules, infoOf)]);
}

function closureOf(entries, infoOf) {
  const found = new Set();
  const visit = (id) => {
    if (found.has(pathOf(id))) return;
    found.add(pathOf(id));
    const info = infoOf(id);
    for (const imported of info?.importedIds ?? []) {
      if (ICONS.test(imported)) for (const icon of iconsOf(info.code, infoOf(imported))) visit(icon);
      else visit(imported);
    }
  };
  for (const entry of entries) {
    visit(idOf(entry));
  }
  return found;
}

/** The index module of all icons. An importing module needs only the icons that it names. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.\w+$/;

function iconsOf(code, { id, code: index }) {
  const names = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(
    ([, list]) => list.split(',').map((one) => one.trim().split(' ')[0]),
  );
  return [...index.matchAll(/export \{([^}]*)\} from '(\.\/[^']+)'/g)]
    .filter(([, list]) => names.some((name) => new RegExp(`\\bas ${name}\\b`).test(list)))
    .map(([, , path]) => join(dirname(id), path).replaceAll('\\', '/'));
}
