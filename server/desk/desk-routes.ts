import { changeShop, readOwnShop } from '../identity/shops.ts';
import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { readHoldings } from './read-holdings.ts';

/** What spans several domains, and the shop itself. */
export function deskRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'read_desk_holdings', ({ tx, actor }) =>
    readHoldings(tx, actor, services.now()),
  );
  addEndpoint(app, services, 'read_desk_shop', ({ tx, actor }) => readOwnShop(tx, actor));
  addCommand(app, services, 'change_desk_shop', changeShop);
}
