import { commandRoute, readRoute } from '../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const requestExpenseRoute = commandRoute('request_expense', async (tx, actor, input, command) => {
  const { requestExpense } = await import('./request-expense.ts');
  return requestExpense(tx, actor, input, command);
});

export const listOwnExpensesRoute = readRoute('list_own_expenses', async ({ tx, actor, services }) => {
  const { listOwnExpenses } = await import('./list-own-expenses.ts');
  return listOwnExpenses(tx, actor, services.now());
});
