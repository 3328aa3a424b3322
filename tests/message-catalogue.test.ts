import { expect, test } from 'vitest';
import { catalogueFile, catalogueText } from '../scripts/messages/catalogue.mjs';
import { extractCatalogue, parseFile, parseWebFiles } from '../scripts/messages/extract.mjs';
import { classesOf, hasPhysicalStyle, pageStyles, physicalStyles } from './support/page-styles.ts';
import { readSourceFiles } from './support/source-files.ts';
import { untranslatedTexts } from './support/untranslated-texts.mjs';

const styles = await pageStyles();
const classes = classesOf(styles);
const files = await parseWebFiles();
const outside = files.flatMap((file) => untranslatedTexts(file, classes));
// This must be last, because it changes the syntax trees.
const extracted = await extractCatalogue(files);

test('the catalogue contains the messages of the code (`npm run messages` writes it)', async () => {
  expect(await catalogueFile()).toBe(await catalogueText(extracted));
});

test('the web has no text outside the catalogue', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(outside).toEqual([]);
});

test.each([
  ['a sentence as a value', "const label = 'Enter an amount';", 'Enter an amount'],
  ['a text of an element', 'const shown = <p>Paid</p>;', 'Paid'],
  ['a label', 'const shown = <p aria-label="total" />;', 'total'],
  ['a template', `const label = \`Paid by \${name}\`;`, 'Paid by …'],
  ['a macro outside a function', 'const label = t`Paid`;', 't`…` outside a function'],
])('%s is outside the catalogue', async (_what, code, text) => {
  expect(untranslatedTexts(await parseFile('web/Page.tsx', code), classes)).toEqual([
    `web/Page.tsx:1: ${text}`,
  ]);
});

test('styles use start and end, not left and right', () => {
  expect(styles).toContain('.flex {');
  expect(physicalStyles(styles)).toEqual([]);
  expect(physicalStyles('.a { @media print { margin-left: 1px } } .b { left: 0; right: 0 }')).toEqual([
    '@media print { margin-left: 1px }',
  ]);
  const inline = readSourceFiles().filter(({ code }) => hasPhysicalStyle(code));
  expect(inline.map(({ path }) => path)).toEqual([]);
});

test('only the web uses macros', () => {
  const files = readSourceFiles().filter(({ code }) => /@lingui\/\w+\/macro/.test(code));
  expect(files.length).toBeGreaterThan(0);
  expect(files.map(({ path }) => path).filter((path) => !path.startsWith('web/'))).toEqual([]);
});
