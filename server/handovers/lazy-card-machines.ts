import { readRoute } from '../operations/route.ts';

/** Routes of the desk whose module is loaded on the first request, to keep the server's start short. */

export const listCardMachinesRoute = readRoute('list_card_machines', async ({ tx, actor }) => {
  const { listMachinesAtDesk } = await import('./card-machines-at-desk.ts');
  return { machines: await listMachinesAtDesk(tx, actor) };
});

export const readCardMachineStoryRoute = readRoute(
  'read_card_machine_story',
  async ({ tx, actor, query }) => {
    const { readMachineHistory } = await import('./card-machines-at-desk.ts');
    return readMachineHistory(tx, actor, query.card_machine_id);
  },
);
