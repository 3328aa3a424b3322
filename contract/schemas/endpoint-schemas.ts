import { z } from '@hono/zod-openapi';
import type { EndpointName } from '../rules/endpoints.ts';
import { BUCKETS } from '../rules/storage-paths.ts';
import { cashCollected, collectCash, outstandingCash } from './collections.ts';
import { confirmDelivery, deliveryConfirmed, fulfillShopifyOrder, fulfilment } from './deliveries.ts';
import { depositRecorded, deposits, depositsQuery, recordDeposit } from './deposits.ts';
import { text } from './fields.ts';
import { signedFile, signFile, storedFile } from './files.ts';
import {
  driverBalance,
  driverBalanceQuery,
  endHandover,
  handoverDone,
  handoverDrivers,
  handoversQuery,
  handoversToday,
  startHandover,
} from './handovers.ts';
import { assignedOrders, nextOrder, nextOrderQuery } from './orders.ts';
import {
  cashInitialised,
  changePassword,
  endSessionParams,
  ownSessions,
  passwordChanged,
  profile,
  sessionEnded,
  statistics,
} from './profile.ts';

export type EndpointSchemas = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  answer: z.ZodObject;
};

/** What goes in and comes out of each endpoint of the table. */
export const ENDPOINT_SCHEMAS = {
  read_profile: { answer: profile },
  change_password: { body: changePassword, answer: passwordChanged },
  list_sessions: { answer: ownSessions },
  end_session: { params: endSessionParams, answer: sessionEnded },
  read_statistics: { answer: statistics },
  initialise_cash: { answer: cashInitialised },
  list_assigned_orders: { answer: assignedOrders },
  read_next_order: { query: nextOrderQuery, answer: nextOrder },
  confirm_delivery: { body: confirmDelivery, answer: deliveryConfirmed },
  fulfill_shopify_order: { body: fulfillShopifyOrder, answer: fulfilment },
  list_handover_drivers: { answer: handoverDrivers },
  read_driver_balance: { query: driverBalanceQuery, answer: driverBalance },
  start_handover: { body: startHandover, answer: handoverDone },
  end_handover: { body: endHandover, answer: handoverDone },
  list_handovers_today: { query: handoversQuery, answer: handoversToday },
  list_outstanding_cash: { answer: outstandingCash },
  collect_cash: { body: collectCash, answer: cashCollected },
  list_deposits: { query: depositsQuery, answer: deposits },
  record_deposit: { body: recordDeposit, answer: depositRecorded },
  put_file: { params: z.object({ bucket: z.enum(BUCKETS), path: text(400) }), answer: storedFile },
  sign_file: { body: signFile, answer: signedFile },
} as const satisfies Record<EndpointName, EndpointSchemas>;

type Table = typeof ENDPOINT_SCHEMAS;
type Out<Name extends EndpointName, Part extends string> =
  Table[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** The parsed inputs of an endpoint and its answer, by the endpoint's name. */
export type EndpointBody<Name extends EndpointName> = Out<Name, 'body'>;
export type EndpointQuery<Name extends EndpointName> = Out<Name, 'query'>;
export type EndpointParams<Name extends EndpointName> = Out<Name, 'params'>;
export type EndpointAnswer<Name extends EndpointName> = Out<Name, 'answer'>;
