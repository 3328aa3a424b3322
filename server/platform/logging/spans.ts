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
import { outsideCurrentWork } from '../current-work.ts';
import { errorCode } from '../error-code.ts';
import { Problem } from '../problem.ts';

export { SpanKind };

type Options = {
  /** Ids of requests, names of endpoints and tasks, counts: never personal data or data of a shop. */
  attributes?: Attributes;
  kind?: SpanKind;
  /** The parent span; by default the current one. */
  parent?: Context;
};

/**
 * Runs `work` in a child of the current span, or directly if no spans are collected. Records only a failure's
 * code.
 */
export function inSpan<T>(
  name: string,
  work: (span: Span) => Promise<T>,
  { attributes = {}, kind = SpanKind.INTERNAL, parent = context.active() }: Options = {},
): Promise<T> {
  // Looked up each time: a tracer may have been registered meanwhile.
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

/** Marks a span as failed, also without an exception. `failure` is a short code, never data from a client. */
export function markFailed(span: Span, failure: string): void {
  span.setAttribute('error.type', failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the code or the name of an error, never its message, which may quote a value. */
function failureOf(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return errorCode(error) || (error instanceof Error ? error.name : 'unknown');
}

/**
 * Returns a request's parent: the span of Node's instrumentation, else the one in a trusted proxy's headers,
 * else none.
 */
export function spanAbove(headerOf: (name: string) => string | undefined, is_trusted: boolean): Context {
  if (trace.getActiveSpan()) return context.active();
  if (!is_trusted) return ROOT_CONTEXT;
  const carrier = { traceparent: headerOf('traceparent'), tracestate: headerOf('tracestate') };
  return propagation.extract(ROOT_CONTEXT, carrier);
}

/** Returns the trace id of a span for the log; nothing if spans are not collected. */
export function traceFields(span: Span): { trace_id?: string } {
  const of = span.spanContext();
  return isSpanContextValid(of) ? { trace_id: of.traceId } : {};
}

/** Runs `run` outside the current request or job: its log lines and spans do not belong to it. */
export function runDetached<T>(run: () => T): T {
  return outsideCurrentWork(() => context.with(ROOT_CONTEXT, run));
}
