import { dirname, join, relative } from 'node:path';
import { ROOT } from './install.mjs';

/**
 * Chunks by what loads them: each stage of the app is one file with everything that its entries import statically, without what
 * an earlier stage has. `also`: only what all of these stages need.
 */
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

/** A group of Rolldown's code splitting that names a module's chunk by the first stage that needs it. */
export function loadStages() {
  const needed = new Map();
  return {
    name(id, context) {
      for (const [stage, entries] of Object.entries(STAGES)) {
        if (!needed.has(stage))
          needed.set(
            stage,
            closureOf(entries, (one) => context.getModuleInfo(one)),
          );
      }
      const stages = Object.keys(STAGES).filter((stage) => needed.get(stage).has(pathOf(id)));
      // Icons of later screens share a file: one that two screens share must not load all of another screen.
      if (stages.length === 0) return /\/lucide-react\/dist\/esm\/icons\//.test(id) ? 'icons' : null;
      const [first, ...later] = stages;
      return first === 'dashboard' && later.length > 0 ? 'signed-in' : first;
    },
  };
}

const pathOf = (id) => relative(ROOT, id);

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
  for (const entry of entries) visit(join(ROOT, entry));
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
    .map(([, , path]) => join(dirname(id), path));
}
