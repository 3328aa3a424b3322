import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { asNobodysWork } from '../current-work.ts';
import { errorCode } from '../error-code.ts';
import { Problem } from '../problem.ts';

export { SpanKind };

type Options = {
  /** Ids of requests, names of endpoints and tasks, counts: never what tells a person or a shop. */
  attributes?: Attributes;
  kind?: SpanKind;
  /** Under which it stands; the one under way unless given. */
  parent?: Context;
};

/** Runs `work` in a span below the one under way. Where nobody collects spans it runs `work`, and no more. A failure is told by its code alone. */
export function inSpan<T>(
  name: string,
  work: (span: Span) => Promise<T>,
  { attributes = {}, kind = SpanKind.INTERNAL, parent = context.active() }: Options = {},
): Promise<T> {
  // Asked for each time: whoever collects them may have begun meanwhile.
  const span = trace.getTracer('mandoob').startSpan(name, { attributes, kind }, parent);
  if (!isSpanContextValid(span.spanContext())) return work(span);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, failureOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** For what fails without throwing, too. `failure` is a code of few words: never what somebody sent. */
export function markFailed(span: Span, failure: string): void {
  span.setAttribute('error.type', failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Never its message, which may quote a value. */
function failureOf(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return errorCode(error) || (error instanceof Error ? error.name : 'unknown');
}

/** What stands above a request: the span that Node's own instrumentation has begun, else what a trusted proxy tells, else nothing. */
export function spanAbove(headerOf: (name: string) => string | undefined, is_trusted: boolean): Context {
  if (trace.getActiveSpan()) return context.active();
  if (!is_trusted) return ROOT_CONTEXT;
  const carrier = { traceparent: headerOf('traceparent'), tracestate: headerOf('tracestate') };
  return propagation.extract(ROOT_CONTEXT, carrier);
}

/** Of the span under way, for the log; nothing where spans are not collected. */
export function traceFields(span: Span): { trace_id?: string } {
  const of = span.spanContext();
  return isSpanContextValid(of) ? { trace_id: of.traceId } : {};
}

/** Runs `run` outside the request or job that happened to begin it: its log lines and spans are nobody's. */
export function onItsOwn<T>(run: () => T): T {
  return asNobodysWork(() => context.with(ROOT_CONTEXT, run));
}
