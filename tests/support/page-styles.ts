import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compile } from 'tailwindcss';
import { ROOT } from '../../scripts/install.mjs';
import { webFiles } from '../../scripts/messages/extract.mjs';

const require = createRequire(import.meta.url);

/** Builds the style sheet of the web app: its own rules and those of every utility class in its files. */
export async function pageStyles(): Promise<string> {
  const path = join(ROOT, 'web', 'ui', 'theme.css');
  const theme = await readFile(path, 'utf8');
  const { build } = await compile(theme, { base: join(ROOT, 'web', 'ui'), loadStylesheet });
  const codes = await Promise.all((await webFiles()).map((file) => readFile(join(ROOT, file), 'utf8')));
  return build([...new Set(codes.join('\n').split(/[\s'"`]+/))]);
}

/** Returns the names of all classes for which a style sheet has rules. */
export function classesOf(styles: string): Set<string> {
  const names = [...styles.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  );
  return new Set(names);
}

async function loadStylesheet(id: string, base: string) {
  const path = id === 'tailwindcss' ? require.resolve('tailwindcss/index.css') : join(base, id);
  return { path, base: join(path, '..'), content: await readFile(path, 'utf8') };
}

const INNERMOST = /([^{};]+)\{([^{}]*)\}/g;
const SIDED = /(?:^|-)(left|right)(?:-|$)/;
const SIDED_INLINE = /\bstyle=\{\{[^}]*\b(left|right|\w+(Left|Right))\b\s*:/;

/**
 * Lists the rules of a style sheet that use left or right instead of start or end, each as
 * `selector { declaration }`. Declarations that are equal on both sides are accepted.
 */
export function physicalStyles(styles: string): string[] {
  const found: string[] = [];
  let rest = styles.replace(/\/\*[\s\S]*?\*\//g, '');
  // Rules are nested, so the innermost are removed first.
  while (rest.search(INNERMOST) >= 0) {
    for (const [, selector = '', body = ''] of rest.matchAll(INNERMOST))
      found.push(...sidedIn(selector.trim(), body));
    rest = rest.replace(INNERMOST, '');
  }
  return found;
}

function sidedIn(selector: string, body: string): string[] {
  const declarations = body.split(';').map((one) => one.split(/:(.*)/s).map((part) => part.trim()));
  const has = (name: string, value: string) =>
    declarations.some(([other, its]) => other === name && its === value);
  return declarations
    .filter(([name = '', value = '']) => {
      const other = name.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left'));
      return SIDED.test(name) ? !has(other, value) : /^(left|right)$/.test(value);
    })
    .map(([name, value]) => `${selector} { ${name}: ${value} }`);
}

/** True if inline styles in the code, which are part of no style sheet, use left or right. */
export function hasPhysicalStyle(code: string): boolean {
  return SIDED_INLINE.test(code);
}
