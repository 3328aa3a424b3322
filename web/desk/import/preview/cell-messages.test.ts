import { afterEach, expect, test } from 'vitest';
import {
  CELL_FAULTS,
  type CellFaultCode,
  cellFault,
  cellFaultText,
} from '../../../../contract/rules/import/cell-faults.ts';
import { setLanguage } from '../../../messages/i18n.ts';
import { cellText } from './cell-messages.ts';

const faultOf = (code: CellFaultCode, values?: Record<string, string | number>) => {
  const fault = cellFault(code, values);
  return { ...fault, reason: cellFaultText(fault) };
};

afterEach(() => setLanguage('en', {}));

test('a cell fault is shown in the language of the page, with the cell text', () => {
  const fault = faultOf('amount_too_high', { text: '9e9', limit: 'AED 10,000,000.00' });
  expect(cellText(fault)).toBe('"9e9" is more than AED 10,000,000.00');
  setLanguage('xx', { 'cell.amount_too_high': [['limit'], ' < ', ['text']] });
  expect(cellText(fault)).toBe('AED 10,000,000.00 < 9e9');
});

test('a fault code that only newer servers know is shown with the text of the server', () => {
  setLanguage('xx', { 'cell.empty': 'leer' });
  expect(cellText({ code: 'not_known_here', values: {}, reason: 'is green' })).toBe('is green');
  expect(cellText(faultOf('empty'))).toBe('leer');
});

test('all placeholders of a fault are filled in, and braces in their values are kept', () => {
  for (const [code, english] of Object.entries(CELL_FAULTS)) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = Object.fromEntries(names.map((name) => [name, `<${name} {text}>`]));
    const text = cellFaultText({ code: code as CellFaultCode, values });
    for (const name of names) expect(text).toContain(`<${name} {text}>`);
  }
});
