import { expect, test } from 'vitest';
import { catalogueFile, catalogueText } from '../scripts/words/catalogue.mjs';
import { extractCatalogue, webFiles } from '../scripts/words/extract.mjs';
import { outsideTexts } from './support/outside-texts.mjs';
import { classesOf, hasPhysicalStyle, pageStyles, physicalStyles } from './support/page-styles.ts';
import { readSourceFiles } from './support/source-files.ts';

const styles = await pageStyles();
const classes = classesOf(styles);

test('the catalogue holds the messages of the code: if not, `npm run words` writes it', async () => {
  expect(await catalogueFile()).toBe(await catalogueText(await extractCatalogue()));
});

test.each(await webFiles())('%s has no text outside the catalogue', async (path) => {
  expect(await outsideTexts(path, classes)).toEqual([]);
});

test('styles say start and end, not left and right', () => {
  expect(styles).toContain('.flex {');
  expect(physicalStyles(styles)).toEqual([]);
  expect(physicalStyles('.a { @media print { margin-left: 1px } } .b { left: 0; right: 0 }')).toEqual([
    '@media print { margin-left: 1px }',
  ]);
  const inline = readSourceFiles().filter(({ code }) => hasPhysicalStyle(code));
  expect(inline.map(({ path }) => path)).toEqual([]);
});

test('macros stand in the web only', () => {
  const files = readSourceFiles().filter(({ code }) => /@lingui\/\w+\/macro/.test(code));
  expect(files.length).toBeGreaterThan(0);
  expect(files.map(({ path }) => path).filter((path) => !path.startsWith('web/'))).toEqual([]);
});
