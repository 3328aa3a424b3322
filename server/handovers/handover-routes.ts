import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { collectCash } from './collect-cash.ts';
import { endHandover, startHandover } from './day-handover.ts';
import {
  listHandoversToday,
  listOutstandingCash,
  readDriverBalance,
  readHandoverDrivers,
} from './handover-queries.ts';

export function handoverRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'list_handover_drivers', ({ tx, actor }) => readHandoverDrivers(tx, actor));
  addEndpoint(app, services, 'read_driver_balance', ({ tx, actor, query }) =>
    readDriverBalance(tx, actor.shop_id, query.driver_id),
  );
  addEndpoint(app, services, 'list_handovers_today', async ({ tx, actor, query }) => ({
    handovers: await listHandoversToday(tx, actor.shop_id, query.handover_type, services.now()),
  }));
  addCommand(app, services, 'start_handover', startHandover);
  addCommand(app, services, 'end_handover', endHandover);
  addEndpoint(app, services, 'list_outstanding_cash', ({ tx, actor }) =>
    listOutstandingCash(tx, actor.shop_id),
  );
  addCommand(app, services, 'collect_cash', collectCash);
}
