import type { BadField, FactCode, ProblemFacts } from '../../contract/rules/problem-facts.ts';
import { PROBLEMS, type ProblemBody, type ProblemCode } from '../../contract/rules/problems.ts';

/** What a 503 asks the sender to wait, in seconds. */
export const RETRY_AFTER_S = 5;

type FieldError = { pointer: string; detail: string };

/** The one error a domain throws on purpose; the mapper turns it into `application/problem+json`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  /** What a balance is now, waiting included, in fils. */
  readonly current_fils: number | undefined;
  /** What it says beside its code, for whoever puts it into words. */
  facts: ProblemFacts[FactCode] | undefined;
  /** Thrown by a command whose key was its own: neither this attempt nor an earlier one is recorded. */
  nothing_recorded = false;
  /** Thrown after the command was recorded, now or earlier: only what the problem names is still to be done. */
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

  /** `invalid_input`, with the field named for forms and terminals alike. */
  static ofField(facts: BadField): Problem {
    const errors = [{ pointer: `/${facts.field}`, detail: 'is not valid' }];
    return Object.assign(new Problem('invalid_input', undefined, errors), { facts });
  }

  /** `invalid_input` of a request's field, as `receipt.path`, and what is wrong with it. */
  static ofInput(field: string, detail: string): Problem {
    const pointer = `/${field.replaceAll('.', '/')}`;
    return new Problem('invalid_input', `${field}: ${detail}`, [{ pointer, detail }]);
  }

  ofRecorded(): this {
    this.recorded = true;
    return this;
  }

  /** Names the failure of ours behind it: for the log, nothing of it is answered. */
  causedBy(cause: unknown): this {
    this.cause = cause;
    return this;
  }
}

/** An unexpected failure, with the stage the command had reached (ruling E4). Nothing of the cause is answered. */
export class FailedAtStage extends Error {
  readonly stage: string;

  constructor(stage: string, cause: unknown) {
    super(`failed at stage ${stage}`, { cause });
    this.name = 'FailedAtStage';
    this.stage = stage;
  }
}

/** The body of the answer to `error`: a Problem's own, `unexpected` with its stage at most for anything else. */
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
    ...(problem.errors ? { errors: problem.errors } : {}),
    request_id,
  };
}
