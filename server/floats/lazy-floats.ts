import { commandRoute, readRoute } from '../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const listFloatsRoute = readRoute('list_floats', async ({ tx, actor, query }) => {
  const { listFloats } = await import('./float-queries.ts');
  return listFloats(tx, actor, query.before);
});

export const recordFloatRoute = commandRoute('record_float', async (tx, actor, input, command) => {
  const { recordFloat } = await import('./record-float.ts');
  return recordFloat(tx, actor, input, command);
});

export const requestFloatRoute = commandRoute('request_float', async (tx, actor, input, command) => {
  const { requestFloat } = await import('./record-float.ts');
  return requestFloat(tx, actor, input, command);
});
