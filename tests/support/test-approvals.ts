import { expect } from 'vitest';
import type { DecideApproval } from '../../contract/operations/desk/approvals/decide-approval.schema.ts';
import type { Approvals } from '../../contract/operations/desk/approvals/list-approvals.schema.ts';
import type { RequestAdjustment } from '../../contract/operations/desk/approvals/request-adjustment.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { decideApproval } from '../../server/approvals/decide-approval.ts';
import { requestAdjustment } from '../../server/approvals/request-adjustment.ts';
import { requestIssue } from '../../server/approvals/request-issue.ts';
import type { Command, Runs } from '../../server/operations/operation.ts';
import { runOperatorCommand } from '../../server/operations/operator-commands.ts';
import type { Operator } from '../../server/platform/actor.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { Problem } from '../../server/platform/problem.ts';
import type { TestApp } from './test-app.ts';
import { type Prepared, sendCommand } from './test-handover.ts';
import type { TestShop } from './test-shop.ts';

type By = { session_id: string };
type Adjusted = Partial<RequestAdjustment> & { of?: { user_id: string } };

/** Returns the requests and decisions of this shop, sent by its users and by its operator. */
export function approvalsIn(app: TestApp, shop: TestShop) {
  const post = (path: string, by: By, body: object, command_id = newId()) =>
    app.send('POST', path, { as: by.session_id, body, headers: { 'idempotency-key': command_id } });
  const adjustment = ({ of = shop.driver, ...input }: Adjusted): RequestAdjustment => ({
    user_id: of.user_id,
    amount_fils: -1_000,
    reason: 'Counted again',
    ...input,
  });

  const sendAdjustment = (by: By, adjusted: Adjusted = {}, command_id = newId()) =>
    post('/api/desk/approvals/adjustments', by, adjustment(adjusted), command_id);

  const decide = (
    by: By,
    approval_id: string,
    outcome: DecideApproval['outcome'] = 'approved',
    { reason = null, command_id = newId() }: { reason?: string | null; command_id?: string } = {},
  ) => post('/api/desk/approvals/decide', by, { approval_id, outcome, reason }, command_id);

  /** Runs an operation as the operator, once per `command_id`, at the time of the app. */
  const operate = <Input extends object, Answer extends object>(
    operation: Runs<Operator, Input, Answer, Command>,
    input: Input,
    { command_id = newId(), account = 'omar' } = {},
  ): Promise<Answer> => {
    const operator: Operator = { kind: 'operator', account, shop_id: shop.shop_id };
    const command = { command_id, now: app.parts.now(), command: operation.name, input };
    return inTransaction(app.owner, (tx) =>
      runOperatorCommand(tx, operator, command, (running) => operation(tx, operator, input, running)),
    );
  };

  return {
    post,
    sendAdjustment,
    decide,
    operate,
    /** Requests an adjustment, by default of the driver's cash by -1,000 fils. Returns the request's id. */
    requestAdjustment: async (by: By, adjusted: Adjusted = {}): Promise<string> =>
      (await ok<ApprovalRequested>(sendAdjustment(by, adjusted))).approval_id,
    /** Sends a prepared float or void whose approval is needed; returns the request's id. */
    requestSigned: async (
      kind: 'float_request' | 'void',
      by: By,
      signed: Prepared<object>,
    ): Promise<string> => {
      const { approval_id } = await ok<{ approval_id: string | null }>(sendCommand(app, kind, by, signed));
      if (approval_id === null) throw new Error('The command needed no approval');
      return approval_id;
    },
    operatorAdjusts: async (adjusted: Adjusted = {}): Promise<string> =>
      (await operate(requestAdjustment, adjustment(adjusted))).approval_id,
    operatorIssues: async ({ user_id }: { user_id: string }, amount_fils: number): Promise<string> =>
      (await operate(requestIssue, { user_id, amount_fils })).approval_id,
    operatorDecides: (
      approval_id: string,
      outcome: DecideApproval['outcome'] = 'approved',
      options?: { command_id?: string; account?: string },
    ) => operate(decideApproval, { approval_id, outcome, reason: null }, options),
    list: async (by: By): Promise<Approvals> =>
      ok(app.send('GET', '/api/desk/approvals', { as: by.session_id })),
  };
}

export type ApprovalsIn = ReturnType<typeof approvalsIn>;

/** Returns the body of a successful response; fails the test for any other response. */
export async function ok<T>(sent: Response | Promise<Response>): Promise<T> {
  const response = await sent;
  const text = await response.text();
  expect({ status: response.status, text }).toEqual({ status: 200, text: expect.any(String) });
  return JSON.parse(text);
}

/** Returns the code of the problem with which an operation of the operator was refused. */
export async function refusedCode(work: Promise<unknown>): Promise<string> {
  const refusal = await work.then(
    () => 'nothing was refused',
    (error: unknown) => error,
  );
  return refusal instanceof Problem ? refusal.code : String(refusal);
}
