import type { BadField, FactCode, ProblemFacts } from '../../contract/rules/problem-facts.ts';
import { PROBLEMS, type ProblemBody, type ProblemCode } from '../../contract/rules/problems.ts';

/** The Retry-After of a 503 response, in seconds. */
export const RETRY_AFTER_S = 5;

type FieldError = { pointer: string; detail: string };

/** The only error that domain code throws on purpose; it becomes an `application/problem+json` response. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  /** The current balance including pending movements, in fils. */
  readonly current_fils: number | undefined;
  /** The record that prevents a void. */
  readonly blocked: ProblemFacts['void_blocked'] | undefined;
  /** Details for code that builds a message from them. */
  facts: ProblemFacts[FactCode] | undefined;
  /** Set on errors of a command that claimed its key: neither this attempt nor an earlier one is recorded. */
  nothing_recorded = false;
  /** Set if the command was recorded now or earlier: only the work that the problem names remains. */
  recorded = false;

  constructor(code: ProblemCode, detail?: string, errors?: FieldError[], current_fils?: number) {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'Problem';
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.current_fils = current_fils;
  }

  static about<Code extends FactCode>(code: Code, facts: ProblemFacts[Code]): Problem {
    const problem = new Problem(code);
    problem.facts = facts;
    return problem;
  }

  /** Creates a `void_blocked` problem whose response names the later record. */
  static ofBlockedVoid(blocked: ProblemFacts['void_blocked']): Problem {
    return Object.assign(Problem.about('void_blocked', blocked), { blocked });
  }

  /** Creates an `invalid_input` problem that names the field, for forms and the command line. */
  static ofField(facts: BadField): Problem {
    const errors = [{ pointer: `/${facts.field}`, detail: 'is not valid' }];
    return Object.assign(new Problem('invalid_input', undefined, errors), { facts });
  }

  /** Creates an `invalid_input` problem for a field of a request, such as `receipt.path`. */
  static ofInput(field: string, detail: string): Problem {
    const pointer = `/${field.replaceAll('.', '/')}`;
    return new Problem('invalid_input', `${field}: ${detail}`, [{ pointer, detail }]);
  }

  ofRecorded(): this {
    this.recorded = true;
    return this;
  }

  /** Sets the internal cause, which is logged and never part of a response. */
  causedBy(cause: unknown): this {
    this.cause = cause;
    return this;
  }
}

/** An unexpected failure with the stage that the command had reached. Its cause is not part of a response. */
export class FailedAtStage extends Error {
  readonly stage: string;

  constructor(stage: string, cause: unknown) {
    super(`failed at stage ${stage}`, { cause });
    this.name = 'FailedAtStage';
    this.stage = stage;
  }
}

/**
 * Returns the response body for an error. Errors other than a Problem become `unexpected`, with their stage
 * at most.
 */
export function problemBody(error: unknown, request_id: string): ProblemBody {
  const problem = error instanceof Problem ? error : new Problem('unexpected');
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `urn:mandoob:problem:${problem.code}`,
    title,
    status,
    code: problem.code,
    ...(problem.detail ? { detail: problem.detail } : {}),
    ...(error instanceof FailedAtStage ? { stage: error.stage } : {}),
    ...(problem.nothing_recorded ? { nothing_recorded: true as const } : {}),
    ...(problem.recorded ? { recorded: true as const } : {}),
    ...(problem.current_fils === undefined ? {} : { current_fils: problem.current_fils }),
    ...(problem.blocked ? { blocked: problem.blocked } : {}),
    ...(problem.errors ? { errors: problem.errors } : {}),
    request_id,
  };
}
