import { commandRoute, readRoute } from '../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const listDifferencesRoute = readRoute('list_differences', async ({ tx, actor, services }) => {
  const { listDifferences } = await import('./list-differences.ts');
  return listDifferences(tx, actor, services.now());
});

export const decideDifferenceRoute = commandRoute('decide_difference', async (tx, actor, input, command) => {
  const { decideDifference } = await import('./decide-difference.ts');
  return decideDifference(tx, actor, input, command);
});

export const recordSettlementRoute = commandRoute('record_settlement', async (tx, actor, input, command) => {
  const { recordSettlement } = await import('./record-settlement.ts');
  return recordSettlement(tx, actor, input, command);
});

export const proposeSalaryRoute = commandRoute('propose_salary', async (tx, actor, input, command) => {
  const { proposeSalary } = await import('./propose-salary.ts');
  return proposeSalary(tx, actor, input, command);
});

export const requestWriteOffRoute = commandRoute('request_write_off', async (tx, actor, input, command) => {
  const { requestWriteOff } = await import('./write-off.ts');
  return requestWriteOff(tx, actor, input, command);
});
