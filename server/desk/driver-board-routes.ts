import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { arrangeDriverStops } from '../orders/arrange-driver-stops.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { readDriverBoard } from './read-driver-board.ts';

export function driverBoardRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'read_driver_board', ({ tx, actor }) =>
    readDriverBoard(tx, actor, services.now()),
  );
  addCommand(app, services, 'arrange_driver_stops', arrangeDriverStops);
}
