import { inSpan, SpanKind } from '../../logging/spans.ts';
import type { Around } from './session.ts';

/** Creates a span per write to the database, with the number of statements and never their text. */
export const inStatementsSpan: Around = ({ statements }, send) =>
  inSpan('statements', send, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system': 'postgresql', 'db.operation.batch.size': statements.length },
  });
