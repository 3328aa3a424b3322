import { addCommand } from '../operations/add-command.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { collectCash } from './collect-cash.ts';
import { listOutstandingCash } from './handover-queries.ts';

export function collectionRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'list_outstanding_cash', ({ tx, actor }) =>
    listOutstandingCash(tx, actor.shop_id),
  );
  addCommand(app, services, 'collect_cash', collectCash);
}
