import { addCommand, addOperation } from '../../operations/add-command.ts';
import type { CommandServices } from '../../operations/command-files.ts';
import { type App, addEndpoint } from '../../platform/http/endpoint.ts';
import { readImportMemory, rememberLayout, rememberMethods } from './import-memory.ts';
import { correctImported, importOrdersAtDesk } from './import-orders.ts';
import { previewImport } from './preview-import.ts';

export function importRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'read_import_memory', ({ tx, actor }) => readImportMemory(tx, actor));
  addOperation(app, services, 'remember_import_layout', rememberLayout);
  addOperation(app, services, 'remember_import_methods', rememberMethods);
  addEndpoint(app, services, 'preview_import', ({ tx, actor, body }) =>
    previewImport(tx, actor, body, services.now()),
  );
  addCommand(app, services, 'import_orders', importOrdersAtDesk);
  addCommand(app, services, 'correct_imported_order', correctImported);
}
