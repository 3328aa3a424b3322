import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './install.mjs';

const FOLDER = 'contract/operations';
const HEAD = '/* Written by `npm run operations` from the definitions in this folder. */\n';
const ROUTES_HEAD = '/* Written by `npm run operations` from the routes in this folder. */\n';

/**
 * Returns the texts of the generated tables by path: definitions, schemas, the browser's tables and routes.
 */
export async function operationTables() {
  const schemas = (await filesBelow(FOLDER)).filter((name) => name.endsWith('.schema.ts'));
  const operations = schemas.map((path) => path.replace('.schema.ts', '.ts'));
  const within = (part) => operations.filter((path) => path.startsWith(`${part}/`));
  return {
    [`${FOLDER}/dashboard.ts`]: partTable(
      'DASHBOARD_ENDPOINTS',
      'Operations of the app under /dashboard.',
      within('dashboard'),
    ),
    [`${FOLDER}/desk.ts`]: partTable('DESK_ENDPOINTS', 'Operations of the desk under /desk.', within('desk')),
    [`${FOLDER}/endpoints.ts`]: allTable(within('screens')),
    [`${FOLDER}/endpoint-schemas.ts`]: schemaTable(schemas),
    'server/routes.ts': await routeTable(),
  };
}

/** Writes the tables that differ. */
export async function writeOperationTables() {
  for (const [name, text] of Object.entries(await operationTables())) {
    const path = join(ROOT, name);
    const known = await readFile(path, 'utf8').catch(() => null);
    if (known !== text) await writeFile(path, text);
  }
}

function partTable(constant, about, paths) {
  const rows = paths.map((path) => `  ${keyOf(path)}: ${constantOf(path)},`);
  const imports = [...paths.map(importOf), `import type { Endpoint } from './definition.ts';`].sort(byModule);
  return `${HEAD}${imports.join('\n')}\n\n/** ${about} */\nexport const ${constant} = {\n${rows.join('\n')}\n} as const satisfies Record<string, Endpoint>;\n`;
}

function allTable(paths) {
  const imports = [
    ...paths.map(importOf),
    `import { DASHBOARD_ENDPOINTS } from './dashboard.ts';`,
    `import { DESK_ENDPOINTS } from './desk.ts';`,
  ].sort(byModule);
  const rows = [
    '...DASHBOARD_ENDPOINTS',
    '...DESK_ENDPOINTS',
    ...paths.map((path) => `${keyOf(path)}: ${constantOf(path)}`),
  ];
  return `${HEAD}${imports.join('\n')}

/** Every operation by name; \`screens\` are loaded by the browser with the one screen that uses them. */
export const ENDPOINTS = {\n${rows.map((row) => `  ${row},`).join('\n')}\n};

export type EndpointName = keyof typeof ENDPOINTS;

/** Names of the operations whose definition has this property. */
export type EndpointsWith<Fact> = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name] extends Fact ? Name : never;
}[EndpointName];
`;
}

function schemaTable(paths) {
  const imports = [
    ...paths.map((path) => `import * as ${constantOf(path)} from './${path}';`),
    `import type { EndpointName } from './endpoints.ts';`,
  ].sort(byModule);
  const rows = paths.map((path) => `  ${keyOf(path)}: ${constantOf(path)},`);
  return `${HEAD}import type { z } from '@hono/zod-openapi';
${imports.join('\n')}

export type EndpointSchemas = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  response: z.ZodObject;
};

/** The schemas of every operation by its name. */
export const ENDPOINT_SCHEMAS = {\n${rows.join('\n')}\n} as const satisfies Record<EndpointName, EndpointSchemas>;

type Table = typeof ENDPOINT_SCHEMAS;
type Out<Name extends EndpointName, Part extends string> =
  Table[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** The parsed inputs and the response of an operation, by its name. */
export type EndpointBody<Name extends EndpointName> = Out<Name, 'body'>;
export type EndpointQuery<Name extends EndpointName> = Out<Name, 'query'>;
export type EndpointParams<Name extends EndpointName> = Out<Name, 'params'>;
export type EndpointResponse<Name extends EndpointName> = Out<Name, 'response'>;
`;
}

const ROUTE = /^export const (\w+Route) = (?:read|operation|command)Route\(/gm;

async function routeTable() {
  const paths = (await filesBelow('server')).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const files = await Promise.all(
    paths.map(async (path) => {
      const code = await readFile(join(ROOT, 'server', path), 'utf8');
      return { path, routes: [...code.matchAll(ROUTE)].map(([, name]) => name).sort() };
    }),
  );
  const routed = files.filter(({ routes }) => routes.length > 0);
  const imports = [
    ...routed.map(({ path, routes }) => `import { ${routes.join(', ')} } from './${path}';`),
    `import type { Route } from './operations/route.ts';`,
  ].sort(byModule);
  const rows = routed.flatMap(({ routes }) => routes).sort();
  return `${ROUTES_HEAD}${imports.map(within110).join('\n')}

/** Every route that \`mountRoutes\` mounts. */
export const ROUTES: readonly Route[] = [\n${rows.map((row) => `  ${row},`).join('\n')}\n];
`;
}

/** Returns the paths of the files in a folder, relative to it, in the same order on every system. */
async function filesBelow(folder) {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  return names.map((name) => name.replaceAll('\\', '/')).sort();
}

/** Formats an import as the formatter does. */
function within110(line) {
  return line.length <= 110
    ? line
    : line.replace('{ ', '{\n  ').replaceAll(', ', ',\n  ').replace(' }', ',\n}');
}

const baseOf = (path) => path.replace(/^.*\//, '').replace(/(\.schema)?\.ts$/, '');
const keyOf = (path) => baseOf(path).replaceAll('-', '_');
const constantOf = (path) => baseOf(path).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const importOf = (path) => `import { ${constantOf(path)} } from './${path}';`;

/** Compares imports as the formatter sorts them: a folder comes before another that continues its name. */
function byModule(one, other) {
  const moduleOf = (line) => line.slice(line.indexOf("'"), line.lastIndexOf('.')).replace('.schema', '');
  const [first, second] = [moduleOf(one), moduleOf(other)].map((path) => path.replaceAll('/', '\0'));
  return first < second ? -1 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeOperationTables();
