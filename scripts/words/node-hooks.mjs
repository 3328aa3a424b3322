import { fileURLToPath } from 'node:url';
import { compileWords, hasWords } from './compile-words.mjs';

/** For Node's module loader, after whatever makes JavaScript of TypeScript: compiles the macros in the web's files. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.includes('/web/') || loaded.format !== 'module') return loaded;
  const code = String(loaded.source);
  if (!hasWords(code)) return loaded;
  const compiled = await compileWords(code, `${fileURLToPath(url).replace(/\?.*$/, '')}.mjs`);
  return { ...loaded, source: compiled.code };
}
