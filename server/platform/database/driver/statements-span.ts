import { inSpan, SpanKind } from '../../logging/spans.ts';
import type { Around } from './session.ts';

/** What goes to the database in one write is one span: how many statements, never what they say. */
export const inStatementsSpan: Around = ({ statements }, send) =>
  inSpan('statements', send, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system': 'postgresql', 'db.operation.batch.size': statements.length },
  });
