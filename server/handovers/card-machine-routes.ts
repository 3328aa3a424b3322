import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import {
  addCardMachine,
  reactivateCardMachine,
  retireCardMachine,
  returnCardMachine,
} from './card-machines.ts';
import { listMachinesAtDesk, readMachineStory } from './card-machines-at-desk.ts';

/** The shop's card machines at its desk (ruling G1). */
export function cardMachineRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'list_card_machines', async ({ tx, actor }) => ({
    machines: await listMachinesAtDesk(tx, actor),
  }));
  addEndpoint(app, services, 'read_card_machine_story', ({ tx, actor, query }) =>
    readMachineStory(tx, actor, query.card_machine_id),
  );
  addCommand(app, services, 'add_card_machine', addCardMachine);
  addCommand(app, services, 'retire_card_machine', retireCardMachine);
  addCommand(app, services, 'reactivate_card_machine', reactivateCardMachine);
  addCommand(app, services, 'return_card_machine', returnCardMachine);
}
