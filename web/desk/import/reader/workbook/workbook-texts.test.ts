import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { hostileSheet, hostileWorkbook } from '../../../../../tests/support/hostile-workbook.ts';
import { openFile } from '../open-file.ts';
import { CellFormats } from './cell-formats.ts';
import { storedCell } from './cell-text.ts';
import { readNumberCell } from './typed-cell.ts';
import { decodedXml } from './xml-elements.ts';

describe('character references', () => {
  const reference = '&#x1F600;&#128512;&lt;&gt;&quot;&apos;&amp;lt;&amp;#65;';
  const decoded = `\u{1F600}\u{1F600}<>"'&lt;&#65;`;

  test('are decoded once in shared texts, inline texts, values and sheet names', async () => {
    const sheet = hostileSheet(
      `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="inlineStr"><is><t>${reference}</t></is></c></row>` +
        `<row r="4"><c r="A4" t="str"><v>${reference}</v></c><c r="B4" t="inlineStr"><is><t><![CDATA[${reference}]]></t></is></c></row>`,
    );
    const bytes = hostileWorkbook({
      sheet,
      shared_texts: `<sst><si><t>${reference}</t></si></sst>`,
      workbook: `<workbook><sheets><sheet name="${reference}" sheetId="1" id="rId1"/></sheets></workbook>`,
    });
    const { rows, sheets } = await openFile(new File([bytes], 'orders.xlsx'), null);
    expect(sheets).toEqual([decoded]);
    const read = [];
    for await (const { cells } of rows()) read.push(cells);
    expect(read).toEqual([
      ['1', 'Layla'],
      [decoded, decoded],
      [decoded, reference],
    ]);
  });

  it.each<[string, string, string]>([
    ['to the last code point', '&#x10FFFF;', '\u{10FFFF}'],
    ['beyond the last code point', '&#x110000;', '\uFFFD'],
    ['with hundreds of digits', `&#${'9'.repeat(400)};`, '\uFFFD'],
    ['to two surrogates', '&#xD83D;&#xDE00;', '\u{1F600}'],
    ['with names or syntax that XML does not define', '&nbsp;&AMP;&#;&#x;&#65', '&nbsp;&AMP;&#;&#x;&#65'],
  ])('%s are decoded or kept', (_, text, expected) => {
    expect(decodedXml(text)).toBe(expected);
  });
});

describe('the text of a cell', () => {
  const textOf = (type: string, value: string) => {
    const context = { shared_texts: [], formats: new CellFormats(), is_1904: false };
    const { text = '', style = null } = storedCell({ type, style: -1, value, inline: '' }, context) ?? {};
    return style === null ? text : readNumberCell(text, style, undefined, context).text;
  };

  it.each<[string, string, string]>([
    ['a number with an exponent', '1.2E3', '1200'],
    ['a number with a padded exponent', '1.5E+003', '1500'],
    ['a small number with a padded exponent', '1.5e-001', '0.15'],
    ['a number with hundreds of digits', '1E999', '1E999'],
    ['a number with hundreds of digits, padded', '1E+0999', '1E+0999'],
  ])('with %s is a decimal, or unchanged if too long', (_, value, expected) => {
    expect(textOf('n', value)).toBe(expected);
  });

  describe.each(['Asia/Dubai', 'America/New_York'])('in a browser in %s', (zone) => {
    beforeAll(() => void vi.stubEnv('TZ', zone));
    afterAll(() => void vi.unstubAllEnvs());

    it.each<[string, string, string]>([
      ['a date', '2026-11-20', '2026-11-20'],
      ['a midnight', '2026-11-20T00:00:00', '2026-11-20'],
      ['a time', '2026-11-20T18:00', '2026-11-20T18:00'],
      ['a time with milliseconds', '2026-11-20T18:00:29.999', '2026-11-20T18:00'],
      ['a time in UTC', '2026-11-20T18:00:00Z', '2026-11-20T18:00'],
      ['a time with an offset', '2026-11-20T00:00:00+04:00', '2026-11-20'],
      ['a time that does not exist', '2026-11-20T25:00', '2026-11-20T25:00'],
      ['a text', 'Nov 20, 2026', 'Nov 20, 2026'],
    ])('%s is read as written', (_, value, expected) => {
      expect(new Date(2026, 0).getTimezoneOffset()).not.toBe(0);
      expect(textOf('d', value)).toBe(expected);
    });
  });
});
