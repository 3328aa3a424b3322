import { describe, expect, it } from 'vitest';
import { assertDeclared } from './declared-changes.ts';

const cash = { topic: 'cash', audience: 'desk' } as const;
const orders = { topic: 'orders', audience: 'desk' } as const;

describe('a change', () => {
  it('passes with the audit row and the topics of its definition', () => {
    const change = { what: 'record_float', subject_id: '1', touched: [cash] } as const;
    expect(() => assertDeclared('record_float', change)).not.toThrow();
  });

  it('may be absent only if the definition permits it', () => {
    expect(() => assertDeclared('change_staff', null)).not.toThrow();
    expect(() => assertDeclared('record_float', null)).toThrow(
      'changed nothing, but does not declare may_change_nothing',
    );
  });

  it('fails with a topic that is not declared', () => {
    const change = { what: 'record_float', subject_id: '1', touched: [cash, orders] } as const;
    expect(() => assertDeclared('record_float', change)).toThrow('touched undeclared topics: orders');
  });

  it('fails with an audit row that is not declared', () => {
    const change = { what: 'collect_cash', subject_id: '1', touched: [cash] } as const;
    expect(() => assertDeclared('record_float', change)).toThrow('was audited as collect_cash');
  });

  it('passes with another audit row that the definition names', () => {
    const change = { what: 'correct_order', subject_id: '1', touched: [orders] } as const;
    expect(() => assertDeclared('correct_imported_order', change)).not.toThrow();
  });
});
