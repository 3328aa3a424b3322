import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { listDeposits } from './deposit-queries.ts';
import { recordDeposit } from './record-deposit.ts';

export function depositRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'list_deposits', ({ tx, actor, query }) =>
    listDeposits(tx, actor, query.before),
  );
  addCommand(app, services, 'record_deposit', recordDeposit);
}
