import { transformAsync } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** The macros of @lingui/core/macro and @lingui/react/macro, and the modules they are replaced by. */
const linguiConfig = makeConfig(
  {
    locales: ['en'],
    sourceLocale: 'en',
    catalogs: [],
    runtimeConfigModule: {
      i18n: ['#messages/i18n.ts', 'translate'],
      Trans: ['#messages/Trans.tsx', 'Trans'],
    },
  },
  { skipValidation: true },
);
export const macroPlugin = (options) => [linguiMacro.default ?? linguiMacro, { linguiConfig, ...options }];

/** Returns true if the code has macros to compile. */
export function hasMessages(code) {
  return /['"]@lingui\/(core|react)\/macro['"]/.test(code);
}

/**
 * Compiles the macros of the code: each message becomes its id and its parsed English text. TypeScript and
 * JSX stay unchanged. `idOf` maps Lingui's id to another one.
 */
export async function compileMessages(code, filename, idOf = (id) => id) {
  const result = await transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: /\.tsx?$/.test(filename) ? parserPluginsFor(filename) : [] },
    plugins: [macroPlugin({ stripMessageField: false }), [compiledMessages, { idOf }]],
  });
  return { code: result.code, map: result.map };
}

/** Returns Babel's parser plugins for a source file. */
export function parserPluginsFor(filename) {
  return filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
}

/**
 * Replaces Lingui's `i18n._({ id, message, values })` by `translate(id, message, values)` with the message
 * parsed.
 */
function compiledMessages({ types: t }, { idOf }) {
  const nameOf = ({ key }) => (t.isIdentifier(key) ? key.name : key?.value);
  const visitor = {
    ObjectExpression({ node, parentPath }) {
      if (!node.leadingComments?.some(({ value }) => value === 'i18n')) return;
      const partOf = (name) => node.properties.find((one) => nameOf(one) === name)?.value;
      const id = t.valueToNode(idOf(partOf('id').value));
      const message = t.valueToNode(compiled(partOf('message').value));
      const rest = ['values', 'components'].map((name) => [name, partOf(name)]).filter(([, value]) => value);
      node.leadingComments = [];
      if (parentPath.isCallExpression()) {
        parentPath.node.callee = parentPath.node.callee.object;
        parentPath.node.arguments = [id, message, ...rest.map(([, value]) => value)];
      } else {
        const entries = [['id', id], ['message', message], ...rest];
        node.properties = entries.map(([name, value]) => t.objectProperty(t.identifier(name), value));
      }
    },
  };
  return { visitor: { Program: { exit: (program) => program.traverse(visitor) } } };
}

/** Returns a message in the form of `web/messages/i18n.ts`. Throws for unsupported syntax. */
export function compiled(message, changeText) {
  const tokens = compileMessage(message, changeText);
  const simple = (all) =>
    all.length === 1 && typeof all[0] === 'string' && all[0] !== '#' ? all[0] : all.map(simpleToken);
  const simpleToken = (token) => {
    if (typeof token === 'string') return token;
    const [name, kind, choices] = token;
    if (kind === undefined) return [name];
    if (!['plural', 'select'].includes(kind) || choices.offset)
      throw new Error(`Unsupported ${kind}: ${message}`);
    const known = Object.entries(choices).filter(([, choice]) => choice !== undefined);
    return [name, kind, Object.fromEntries(known.map(([key, choice]) => [key, simple(choice)]))];
  };
  return tokens.length === 0 ? message : simple(tokens);
}
