import { addCommand } from '../../operations/add-command.ts';
import type { CommandServices } from '../../operations/command-files.ts';
import { type App, addEndpoint } from '../../platform/http/endpoint.ts';
import { defineNames } from './define-names.ts';
import { listNames } from './list-names.ts';
import { previewNames } from './preview-names.ts';

/** The names that the shop's sources use for payments and statuses. */
export function nameRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'list_names', ({ tx, actor }) => listNames(tx, actor));
  addEndpoint(app, services, 'preview_names', ({ tx, actor, body }) => previewNames(tx, actor, body));
  addCommand(app, services, 'define_names', defineNames);
}
