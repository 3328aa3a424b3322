import type { EndpointName } from '../../contract/operations/endpoints.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Reads } from '../platform/http/endpoint.ts';
import type { CommandOf, EarlyReads, OperationOf } from './add-command.ts';
import type { Runs } from './operation.ts';

/**
 * An endpoint and its handler as data: the command line and the simulator import operations without the HTTP
 * layer. The builders check the handler's types by the endpoint's name and erase them; `mountRoutes` restores
 * them.
 */
export type Route =
  | { kind: 'read'; name: EndpointName; handle: (request: never) => Promise<unknown> }
  | { kind: 'operation'; name: EndpointName; operation: Runs<Staff, never, unknown, never> }
  | {
      kind: 'command';
      name: EndpointName;
      operation: Runs<Staff, never, unknown, never>;
      ask: ((tx: Tx, input: never) => unknown) | undefined;
    };

/** The route of a read, mounted by `addEndpoint`. */
export function readRoute<Name extends EndpointName>(name: Name, handle: Reads<Name>): Route {
  return { kind: 'read', name, handle };
}

/** The route of an operation without a command ID, mounted by `addOperation`. */
export function operationRoute<Name extends EndpointName>(name: Name, operation: OperationOf<Name>): Route {
  return { kind: 'operation', name, operation };
}

/** The route of a command, mounted by `addCommand`. */
export function commandRoute<Name extends EndpointName, Asked = undefined>(
  name: Name,
  operation: CommandOf<Name, Asked>,
  ask?: EarlyReads<Name, Asked>,
): Route {
  return { kind: 'command', name, operation, ask };
}
