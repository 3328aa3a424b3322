import { readShop } from '../platform/database/shop-facts.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { listAuditEvents, readAuditEvent } from './audit-queries.ts';

/** Who changed what, looked at a proof, or took figures away. */
export function auditRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'list_audit_events', async ({ tx, actor: { shop_id }, query }) => {
    const { time_zone } = await readShop(tx);
    return listAuditEvents(tx, { shop_id, time_zone }, query);
  });
  addEndpoint(app, services, 'read_audit_event', ({ tx, actor, query }) =>
    readAuditEvent(tx, actor.shop_id, query.event_id),
  );
}
