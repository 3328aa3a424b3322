import { auditedAs } from '../../contract/operations/audited.ts';
import type { Endpoint } from '../../contract/operations/definition.ts';
import { ENDPOINTS, type EndpointName } from '../../contract/operations/endpoints.ts';
import type { Recorded } from './operation.ts';

/**
 * Throws when an operation's audit row is not the declared one, when it is absent although the definition
 * requires one, or when the operation touches an undeclared topic.
 */
export function assertDeclared(name: EndpointName, change: Recorded | null): void {
  const { command, may_change_nothing, touches = [] }: Endpoint = ENDPOINTS[name];
  if (change === null) {
    if (command && !may_change_nothing)
      throw new Error(`${name} changed nothing, but does not declare may_change_nothing`);
    return;
  }
  const undeclared = change.touched.map(({ topic }) => topic).filter((topic) => !touches.includes(topic));
  if (undeclared.length > 0) throw new Error(`${name} touched undeclared topics: ${undeclared.join(', ')}`);
  if (change.what !== null && !auditedAs(name).some((what) => what === change.what))
    throw new Error(`${name} was audited as ${change.what}, which it does not declare`);
}
