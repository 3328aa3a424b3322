import { transformAsync } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { linguiConfig } from './lingui-config.mjs';

const macro = linguiMacro.default ?? linguiMacro;

/** Whether the code has macros to compile. */
export function hasWords(code) {
  return /['"]@lingui\/(core|react)\/macro['"]/.test(code);
}

/**
 * The code with its macros compiled: each message becomes its id and its English, parsed. TypeScript and JSX stay as they are.
 * `idOf` makes another id of the one that Lingui makes.
 */
export async function compileWords(code, filename, idOf = (id) => id) {
  const result = await transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: /\.tsx?$/.test(filename) ? parserPluginsFor(filename) : [] },
    plugins: [
      [macro, { linguiConfig, stripMessageField: false }],
      [compiledMessages, { idOf }],
    ],
  });
  return { code: result.code, map: result.map };
}

/** How Babel has to read a source file. */
export function parserPluginsFor(filename) {
  return filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
}

/** Parses at build time what Lingui would parse on the phone, and drops what only translators read. */
function compiledMessages({ types: t }, { idOf }) {
  const nameOf = ({ key }) => (t.isIdentifier(key) ? key.name : key?.value);
  const visitor = {
    ObjectExpression({ node }) {
      const property = (name) => node.properties.find((one) => nameOf(one) === name);
      const [id, message] = [property('id'), property('message')];
      if (!node.leadingComments?.some(({ value }) => value === 'i18n') || !id) return;
      node.leadingComments = [];
      id.value = t.stringLiteral(idOf(id.value.value));
      if (message) message.value = t.valueToNode(compileMessage(message.value.value));
      node.properties = node.properties.filter((one) => !['comment', 'context'].includes(nameOf(one)));
    },
  };
  return { visitor: { Program: { exit: (program) => program.traverse(visitor) } } };
}
