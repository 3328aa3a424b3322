import { addCommand } from '../operations/add-command.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { listDeposits } from './deposit-queries.ts';
import { recordDeposit } from './record-deposit.ts';

export function depositRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'list_deposits', ({ tx, actor, query }) =>
    listDeposits(tx, actor, query.before),
  );
  addCommand(app, services, 'record_deposit', recordDeposit);
}
