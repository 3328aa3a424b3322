import { commandRoute } from '../operations/route.ts';

/** The route of voids, whose modules are loaded on the first request, to keep the server's start short. */
export const voidRecordRoute = commandRoute('void_record', async (tx, actor, input, command) => {
  const { voidRecord } = await import('./void-record.ts');
  return voidRecord(tx, actor, input, command);
});
