import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compile } from 'tailwindcss';
import { ROOT } from '../install.mjs';
import { webFiles } from './extract.mjs';

const require = createRequire(import.meta.url);

/** The whole style sheet of the web: its own rules, and those for every utility class that its files name. */
export async function pageStyles() {
  const path = join(ROOT, 'web', 'ui', 'theme.css');
  const theme = await readFile(path, 'utf8');
  const { build } = await compile(theme, { base: join(ROOT, 'web', 'ui'), loadStylesheet });
  const codes = await Promise.all((await webFiles()).map((file) => readFile(join(ROOT, file), 'utf8')));
  return build([...new Set(codes.join('\n').split(/[\s'"`]+/))]);
}

/** The names of all classes that a style sheet has rules for. */
export function classesOf(styles) {
  const names = [...styles.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name.replace(/\\(.)/g, '$1'));
  return new Set(names);
}

async function loadStylesheet(id, base) {
  const path = id === 'tailwindcss' ? require.resolve('tailwindcss/index.css') : join(base, id);
  return { path, base: join(path, '..'), content: await readFile(path, 'utf8') };
}
