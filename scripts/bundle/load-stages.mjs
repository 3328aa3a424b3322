import { dirname, join, relative } from 'node:path';
import { ROOT } from '../install.mjs';

/** The stages in which the app is loaded, by the modules that begin them. */
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
 * A group of Rolldown's code splitting: each stage is one file with everything that its modules import statically, without what
 * an earlier stage has. Dashboard and desk share the file `signed-in`.
 */
export function loadStages() {
  let needed;
  return {
    // For the bundler's report of its time.
    debugName: 'stages',
    name(id, context) {
      needed ??= modulesOfStages((one) => context.getModuleInfo(one));
      const [first, ...later] = needed.filter(([, ids]) => ids.has(pathOf(id))).map(([stage]) => stage);
      // Icons of later screens share a file: one that two screens share must not load all of another screen.
      if (first === undefined) return ICON.test(id) ? 'icons' : null;
      return first === 'dashboard' && later.length > 0 ? 'signed-in' : first;
    },
  };
}

const ICON = /\/lucide-react\/dist\/esm\/icons\//;
const pathOf = (id) => relative(ROOT, id).replaceAll('\\', '/');
const idOf = (path) => join(ROOT, path).replaceAll('\\', '/');

function modulesOfStages(infoOf) {
  const entries = Object.values(STAGES).flat();
  const absent = entries.filter((entry) => !infoOf(idOf(entry)));
  // Another page, such as the benchmark's bare page, has no stages.
  if (absent.length === entries.length) return [];
  if (absent.length > 0) throw new Error(`${absent[0]} begins a stage and is not in the build`);
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

/** The index of all icons: a module needs only those that it names. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.\w+$/;

function iconsOf(code, { id, code: index }) {
  const names = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(
    ([, list]) => list.split(',').map((one) => one.trim().split(' ')[0]),
  );
  return [...index.matchAll(/export \{([^}]*)\} from '(\.\/[^']+)'/g)]
    .filter(([, list]) => names.some((name) => new RegExp(`\\bas ${name}\\b`).test(list)))
    .map(([, , path]) => join(dirname(id), path).replaceAll('\\', '/'));
}
