import { commandRoute, readRoute } from '../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const listApprovalsRoute = readRoute('list_approvals', async ({ tx, actor, services }) => {
  const { listAdjustable, listApprovals } = await import('./list-approvals.ts');
  const approvals = await listApprovals(tx, actor, services.now());
  return { ...approvals, people: await listAdjustable(tx, actor) };
});

export const decideApprovalRoute = commandRoute('decide_approval', async (tx, actor, input, command) => {
  const { decideApproval } = await import('./decide-approval.ts');
  return decideApproval(tx, actor, input, command);
});

export const requestAdjustmentRoute = commandRoute(
  'request_adjustment',
  async (tx, actor, input, command) => {
    const { requestAdjustment } = await import('./request-adjustment.ts');
    return requestAdjustment(tx, actor, input, command);
  },
);
