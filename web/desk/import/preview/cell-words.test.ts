import { afterEach, expect, test } from 'vitest';
import {
  CELL_FAULTS,
  type CellFaultCode,
  cellFault,
  cellFaultText,
} from '../../../../contract/rules/import/cell-faults.ts';
import { speak } from '../../../words/i18n.ts';
import { cellWords } from './cell-words.ts';

const told = (code: CellFaultCode, values?: Record<string, string | number>) => {
  const fault = cellFault(code, values);
  return { ...fault, reason: cellFaultText(fault) };
};

afterEach(() => speak('en', {}));

test('a cell is told of in the language of the page, with what stands in it', () => {
  const fault = told('amount_too_high', { text: '9e9', limit: 'AED 10,000,000.00' });
  expect(cellWords(fault)).toBe('"9e9" is more than AED 10,000,000.00');
  speak('xx', { 'cell.amount_too_high': [['limit'], ' < ', ['text']] });
  expect(cellWords(fault)).toBe('AED 10,000,000.00 < 9e9');
});

test('what a server of a later version says is shown as it says it', () => {
  speak('xx', { 'cell.empty': 'leer' });
  expect(cellWords({ code: 'not_known_here', values: {}, reason: 'is green' })).toBe('is green');
  expect(cellWords(told('empty'))).toBe('leer');
});

test('all that a fault is told with is filled in, and what looks like more of it is not', () => {
  for (const [code, english] of Object.entries(CELL_FAULTS)) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = Object.fromEntries(names.map((name) => [name, `<${name} {text}>`]));
    const text = cellFaultText({ code: code as CellFaultCode, values });
    for (const name of names) expect(text).toContain(`<${name} {text}>`);
  }
});
