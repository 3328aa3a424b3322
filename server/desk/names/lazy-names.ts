import { commandRoute, readRoute } from '../../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const listNamesRoute = readRoute('list_names', async ({ tx, actor }) => {
  const { listNames } = await import('./list-names.ts');
  return listNames(tx, actor);
});

export const previewNamesRoute = readRoute('preview_names', async ({ tx, actor, body }) => {
  const { previewNames } = await import('./preview-names.ts');
  return previewNames(tx, actor, body);
});

export const defineNamesRoute = commandRoute('define_names', async (tx, actor, input, operation) => {
  const { defineNames } = await import('./define-names.ts');
  return defineNames(tx, actor, input, operation);
});
