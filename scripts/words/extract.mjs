import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAsync, transformFromAstAsync } from '@babel/core';
import extractMessages from '@lingui/babel-plugin-extract-messages';
import { AUDITED } from '../../contract/operations/audited.ts';
import { CELL_FAULTS } from '../../contract/rules/cell-faults.ts';
import { PROBLEMS } from '../../contract/rules/problems.ts';
import { REFUSALS } from '../../server/identity/auth-error.ts';
import { ROOT } from '../install.mjs';
import { hasWords, macroPlugin, parserPluginsFor } from './compile-words.mjs';

const extractor = extractMessages.default ?? extractMessages;
const BABEL = { babelrc: false, configFile: false };

/** The web's own files, parsed. */
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

/** Every message of the web's code, and what the server refuses with, by id. Changes the given syntax trees. */
export async function extractCatalogue(files) {
  const messages = {};
  for (const file of files ?? (await parseWebFiles())) {
    if (hasWords(file.code)) await extractFile(file, (message) => add(messages, file.path, message));
  }
  for (const [code, { title }] of Object.entries(PROBLEMS)) {
    add(messages, 'contract/rules/problems.ts', { id: `problem.${code}`, message: title });
  }
  for (const [code, { msg }] of Object.entries(REFUSALS)) {
    add(messages, 'server/identity/auth-error.ts', { id: `sign_in.${code}`, message: msg });
  }
  for (const [code, message] of Object.entries(CELL_FAULTS)) {
    add(messages, 'contract/rules/cell-faults.ts', { id: `cell.${code}`, message });
  }
  for (const [what, { label }] of Object.entries(AUDITED)) {
    add(messages, 'contract/operations/audited.ts', { id: `audited.${what}`, message: label });
  }
  return messages;
}

/** The web's own files, tests left out, from the project's root and with slashes. */
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
  if (known && known.message !== message) throw new Error(`${path}: the id ${id} has two messages`);
  const entry = known ?? { message, context, translation: '', comments: [], origin: [], placeholders: {} };
  messages[id] = entry;
  if (comment && !entry.comments.includes(comment)) entry.comments.push(comment);
  if (!entry.origin.some(([origin]) => origin === path)) entry.origin.push([path]);
  for (const [name, expression] of Object.entries(placeholders)) {
    entry.placeholders[name] = [...new Set([...(entry.placeholders[name] ?? []), expression])];
  }
}
