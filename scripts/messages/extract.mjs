import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAsync, transformFromAstAsync } from '@babel/core';
import extractMessages from '@lingui/babel-plugin-extract-messages';
import { AUDITED } from '../../contract/operations/audited.ts';
import { CELL_FAULTS } from '../../contract/rules/import/cell-faults.ts';
import { PROBLEMS } from '../../contract/rules/problems.ts';
import { REFUSALS } from '../../server/identity/auth-error.ts';
import { ROOT } from '../install.mjs';
import { hasMessages, macroPlugin, parserPluginsFor } from './compile-messages.mjs';

const extractor = extractMessages.default ?? extractMessages;
const BABEL = { babelrc: false, configFile: false };

/** Returns the web app's source files, parsed. */
export async function parseWebFiles() {
  const parsed = [];
  for (const path of await webFiles()) {
    parsed.push(await parseFile(path, await readFile(join(ROOT, path), 'utf8')));
  }
  return parsed;
}

export async function parseFile(path, code) {
  const parserOpts = { plugins: parserPluginsFor(path) };
  return { path, code, ast: await parseAsync(code, { ...BABEL, filename: path, parserOpts }) };
}

const textsOf = (table, name) =>
  Object.fromEntries(Object.entries(table).map(([code, entry]) => [code, entry[name]]));

/** The texts in the server's responses, by code. */
const SERVER_TEXTS = [
  ['contract/rules/problems.ts', { id: 'problem', english: textsOf(PROBLEMS, 'title') }],
  ['server/identity/auth-error.ts', { id: 'sign_in', english: textsOf(REFUSALS, 'msg') }],
  ['contract/rules/import/cell-faults.ts', { id: 'cell', english: CELL_FAULTS }],
  ['contract/operations/audited.ts', { id: 'audited', english: textsOf(AUDITED, 'label') }],
];

/**
 * Returns every message of the web app's code, the labels and the server's texts by id. Changes the syntax
 * trees.
 */
export async function extractCatalogue(files) {
  const messages = {};
  for (const file of files ?? (await parseWebFiles())) {
    if (hasMessages(file.code)) await extractFile(file, (message) => add(messages, file.path, message));
  }
  for (const [path, { id, english }] of [...(await labelLists()), ...SERVER_TEXTS]) {
    for (const [key, message] of Object.entries(english))
      add(messages, path, { id: `${id}.${key}`, message });
  }
  return messages;
}

/** Returns the label lists of the contract, each with the path of its file. */
async function labelLists() {
  const all = await readdir(join(ROOT, 'contract/labels'));
  const names = all.filter((name) => name.endsWith('-labels.ts')).sort();
  const files = names.map(async (name) => {
    const path = `contract/labels/${name}`;
    const exported = Object.values(await import(pathToFileURL(join(ROOT, path)).href));
    return exported.filter(({ english }) => english).map((list) => [path, list]);
  });
  return (await Promise.all(files)).flat();
}

/** Returns the paths of the web app's source files without tests, relative to the root, with slashes. */
export async function webFiles() {
  const names = await readdir(join(ROOT, 'web'), { recursive: true });
  return names
    .map((name) => `web/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
    .sort();
}

async function extractFile({ path, code, ast }, onMessageExtracted) {
  await transformFromAstAsync(ast, code, {
    ...BABEL,
    filename: path,
    code: false,
    cloneInputAst: false,
    plugins: [macroPlugin({ extract: true }), [extractor, { onMessageExtracted }]],
  });
}

function add(messages, path, { id, message, context, comment, placeholders = {} }) {
  const known = messages[id];
  if (known && known.message !== message) throw new Error(`${path}: two messages have the id ${id}`);
  const entry = known ?? { message, context, translation: '', comments: [], origin: [], placeholders: {} };
  messages[id] = entry;
  if (comment && !entry.comments.includes(comment)) entry.comments.push(comment);
  if (!entry.origin.some(([origin]) => origin === path)) entry.origin.push([path]);
  for (const [name, expression] of Object.entries(placeholders)) {
    entry.placeholders[name] = [...new Set([...(entry.placeholders[name] ?? []), expression])];
  }
}
