import { pathToFileURL } from 'node:url';
import { AUDITED } from '../../contract/operations/audited.ts';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { LOCAL_PROBLEMS } from '../../contract/rules/problems.ts';

/** Files with definitions of operations and their tables, and the file of problems. */
export const DEFINITIONS =
  /\/contract\/(rules\/problems|operations\/(?!(definition|samples)\.ts).+(?<!\.schema))\.ts$/;

/** Virtual modules with the properties of definitions that later screens use. */
const VIRTUAL = {
  'virtual:shown-topics': () => ({ SHOWN_TOPICS: valuesOf(ENDPOINTS, ({ shows }) => shows) }),
  'virtual:audited-labels': () => ({ AUDITED_LABELS: valuesOf(AUDITED, ({ label }) => label) }),
};

/** Reduces the definitions of operations and problems to the properties that the browser needs. */
export function browserOperations() {
  return [leanDefinitions(), operationFacts()];
}

function leanDefinitions() {
  return {
    name: 'lean-definitions',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (DEFINITIONS.test(id) ? leanModule(id) : null),
  };
}

/** Returns the module with only the properties that the client uses. */
export async function leanModule(path) {
  const exported = Object.entries(await import(pathToFileURL(path).href));
  return exported
    .map(([name, value]) => {
      const used = name === 'PROBLEMS' ? leanProblems(value) : lean(value);
      return `export const ${name} = ${JSON.stringify(used)};`;
    })
    .join('\n');
}

/** Returns all codes, with the texts of the problems that the browser finds itself. */
function leanProblems(problems) {
  const local = (code) => LOCAL_PROBLEMS.some((one) => one === code);
  return Object.fromEntries(Object.entries(problems).map(([code, one]) => [code, local(code) ? one : 0]));
}

/** Returns the properties that the client uses. It checks roles for durable commands only. */
function lean(value) {
  if (Array.isArray(value)) return value;
  if (!('path' in value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lean(one)]));
  const { method, path, command, durable, access } = value;
  return { method, path, ...(command && { command }), ...(durable && { durable, access }) };
}

function operationFacts() {
  return {
    name: 'operation-facts',
    resolveId: (id) => (id in VIRTUAL ? `\0${id}` : null),
    load(id) {
      const values = VIRTUAL[id.slice(1)]?.();
      if (!id.startsWith('\0') || !values) return null;
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

function valuesOf(table, factOf) {
  const found = Object.entries(table).map(([name, definition]) => [name, factOf(definition)]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
