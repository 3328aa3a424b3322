import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { PROBLEMS } from '../contract/rules/problems.ts';
import { keptAssetsPath } from './files/assets/kept-assets.ts';
import { openAssetsInBucket } from './files/assets/open-assets-in-bucket.ts';
import { commandFiles } from './files/command-files.ts';
import { fileRoutes } from './files/file-routes.ts';
import type { ContentStore } from './files/store/content-store.ts';
import { identityRoutes } from './identity/identity-routes.ts';
import { passwordRoutes } from './identity/passwords/password-routes.ts';
import { type SignInTools, signInTools } from './identity/sign-in/sign-in-tools.ts';
import { type ChangeStreams, changeStreams } from './live/change-streams.ts';
import { liveRoutes } from './live/live-routes.ts';
import { mountRoutes } from './operations/mount-routes.ts';
import { type AllBodyLimits, BODY_LIMITS } from './platform/http/body-budget.ts';
import type { App } from './platform/http/endpoint.ts';
import { missingPageRoutes } from './platform/http/missing-pages.ts';
import { observe } from './platform/http/observe.ts';
import { bodiesWithin } from './platform/http/read-body.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { securityLog } from './platform/http/security-log.ts';
import type { Services } from './platform/http/services.ts';
import type { Meters } from './platform/meters.ts';
import { Problem, problemBody, RETRY_AFTER_S } from './platform/problem.ts';
import type { ExportLimits } from './reports/exports/export-places.ts';
import { exportRoutes } from './reports/exports/export-routes.ts';
import { ROUTES } from './routes.ts';
import type { StoreAddress } from './shopify/api/shopify-http.ts';
import { importProblemRoutes } from './shopify/import-problems/import-problem-routes.ts';
import { fulfilmentRoutes } from './shopify/outgoing/fulfilment-routes.ts';
import { storeRoutes } from './shopify/store/store-routes.ts';
import { webhookRoutes } from './shopify/webhooks/webhook-routes.ts';
import { serveWebApp } from './web-app.ts';

export type AppParts = Services & {
  store: ContentStore;
  /** Notifies streams of changes; by default, created here: it polls for changes once a second. */
  streams?: ChangeStreams;
  /** Records metrics; none if absent. */
  meters?: Meters;
  /** Resolves to true if the database is reachable and migrated. */
  isReady: () => Promise<boolean>;
  /** Returns the current trouble with the database, as text; null if there is none. */
  databaseTrouble?: () => string | null;
  /** Returns texts for the operator about conditions that limit the server although the database responds. */
  troubles?: () => Promise<readonly string[]>;
  /** The directory of the built web app; null serves the API alone. */
  web_directory: string | null;
  /** The time that `fulfill-shopify-order` waits for its job, in ms; tests use less. */
  fulfilment_wait_ms?: number;
  /** Limits on request bodies held in memory; tests use lower ones. */
  body_limits?: AllBodyLimits;
  /** The addresses of stores; tests use their own. */
  store_address?: StoreAddress;
  /** The number of concurrent exports and their time limit; tests use lower limits. */
  export_limits?: ExportLimits;
  /** Aborted when the server stops. */
  stopping?: AbortSignal;
  /** Verifies passwords and delays refusals; the simulator uses functions that take no time. */
  sign_in?: Partial<Pick<SignInTools, 'verify' | 'pause'>>;
};

export async function createApp(given: AppParts): Promise<App> {
  const parts = { ...given, files: commandFiles(given.store) };
  const app: App = new OpenAPIHono();
  observe(app, parts);
  app.use('*', securityHeaders(parts.config));
  app.use('*', bodiesWithin(parts.body_limits ?? BODY_LIMITS));
  mapErrors(app, parts);

  app.get('/healthz', (c) => c.json({ alive: true }));
  app.get('/readyz', async (c) => {
    // Checked first: a query to a database that does not respond would wait.
    const trouble = parts.databaseTrouble?.() ?? null;
    if (trouble !== null) return c.json({ ready: false, trouble }, 503);
    const ready = await parts.isReady().catch(() => false);
    if (!ready) return c.json({ ready }, 503);
    // Troubles are in the log only: any client can read this response.
    const is_degraded = ((await parts.troubles?.()) ?? []).length > 0;
    return c.json(is_degraded ? { ready, status: 'degraded' } : { ready });
  });
  const sign_in_tools = signInTools({ ...parts.sign_in, random: parts.random });
  mountRoutes(app, parts, ROUTES);
  identityRoutes(app, parts, sign_in_tools);
  passwordRoutes(app, parts, sign_in_tools);
  fileRoutes(app, parts, parts.store);
  exportRoutes(app, parts);
  liveRoutes(app, parts, parts.streams ?? changeStreams(parts));
  missingPageRoutes(app, parts);
  fulfilmentRoutes(app, parts, parts.fulfilment_wait_ms);
  storeRoutes(app, parts, parts.store_address);
  importProblemRoutes(app, parts, parts.store_address);
  webhookRoutes(app, parts);
  describeApi(app, parts);
  for (const area of ['/api/*', '/auth/*', '/storage/*', '/functions/*', '/webhooks/*']) {
    app.all(area, (c) => c.notFound());
  }
  if (parts.web_directory !== null) {
    await serveWebApp(app, {
      directory: parts.web_directory,
      product_name: parts.config.product_name,
      kept_assets: keptAssetsPath(parts.config.files),
      assets_in_bucket: await openAssetsInBucket(parts.config.files, parts.auth_secrets, parts),
    });
  }
  return app;
}

function mapErrors(app: App, { config, log }: AppParts): void {
  const secure = securityLog({ config, log });
  app.onError((error, c) => {
    const known = error instanceof HTTPException ? new Problem('malformed', error.message) : error;
    const request_id = c.get('request_id');
    const body = problemBody(known, request_id);
    c.set('problem', body.code);
    if (body.status === 500) log.error({ err: error }, 'unexpected failure');
    if (known instanceof Problem && known.cause !== undefined) {
      log.error({ err: known.cause, code: known.code }, 'refused because of an internal failure');
    }
    if (body.code === 'no_access') {
      secure(c, 'role_refused', { user_id: c.get('user_id'), route: c.req.routePath });
    }
    if (body.status === 503) c.header('retry-after', String(RETRY_AFTER_S));
    return c.json(body, body.status as 500, { 'content-type': 'application/problem+json' });
  });
  app.notFound((c) => {
    const body = problemBody(new Problem('not_found'), c.get('request_id'));
    c.set('problem', body.code);
    return c.json(body, PROBLEMS.not_found.status, { 'content-type': 'application/problem+json' });
  });
}

function describeApi(app: App, { config }: AppParts): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: `${config.product_name} API`, version: '1' },
    servers: [{ url: config.public_url }],
  });
}
