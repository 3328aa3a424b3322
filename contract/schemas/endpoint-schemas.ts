import { z } from '@hono/zod-openapi';
import type { EndpointName } from '../rules/endpoints.ts';
import { BUCKETS } from '../rules/storage-paths.ts';
import * as audit from './audit.ts';
import * as cashPaths from './cash-paths.ts';
import * as cashRecords from './cash-records.ts';
import * as collections from './collections.ts';
import * as deliveries from './deliveries.ts';
import * as deposits from './deposits.ts';
import * as deskOrders from './desk-orders.ts';
import * as devices from './devices.ts';
import * as board from './driver-board.ts';
import * as driverDays from './driver-day.ts';
import * as exports from './exports.ts';
import { text } from './fields.ts';
import * as figures from './figures.ts';
import * as files from './files.ts';
import * as floats from './floats.ts';
import * as handovers from './handovers.ts';
import * as holdings from './holdings.ts';
import * as imports from './imports.ts';
import * as machines from './machines.ts';
import * as names from './names.ts';
import * as notTaken from './not-taken.ts';
import * as orderPage from './order-page.ts';
import * as orders from './orders.ts';
import * as ownHistory from './own-history.ts';
import * as profile from './profile.ts';
import * as charts from './report-charts.ts';
import * as reports from './reports.ts';
import * as shop from './shop.ts';
import * as staff from './staff.ts';
import * as store from './store.ts';

export type EndpointSchemas = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  answer: z.ZodObject;
};

/** What goes in and comes out of each endpoint of the table. */
export const ENDPOINT_SCHEMAS = {
  read_profile: { answer: profile.profile },
  change_password: { body: profile.changePassword, answer: profile.passwordChanged },
  list_sessions: { answer: profile.ownSessions },
  end_session: { params: profile.endSessionParams, answer: profile.sessionEnded },
  read_statistics: { answer: profile.statistics },
  initialise_cash: { answer: profile.cashInitialised },
  list_assigned_orders: { answer: orders.assignedOrders },
  read_next_order: { query: orders.nextOrderQuery, answer: orders.nextOrder },
  list_stops: { answer: orders.stops },
  arrange_stops: { body: orders.arrangeStops, answer: orders.stopsArranged },
  confirm_delivery: { body: deliveries.confirmDelivery, answer: deliveries.deliveryConfirmed },
  fulfill_shopify_order: { body: deliveries.fulfillShopifyOrder, answer: deliveries.fulfilment },
  read_own_history: { query: ownHistory.ownHistoryQuery, answer: ownHistory.ownHistory },
  list_handover_drivers: { answer: handovers.handoverDrivers },
  read_driver_balance: { query: handovers.driverBalanceQuery, answer: handovers.driverBalance },
  start_handover: { body: handovers.startHandover, answer: handovers.handoverDone },
  end_handover: { body: handovers.endHandover, answer: handovers.handoverDone },
  list_handovers_today: { query: handovers.handoversQuery, answer: handovers.handoversToday },
  list_outstanding_cash: { answer: collections.outstandingCash },
  collect_cash: { body: collections.collectCash, answer: collections.cashCollected },
  list_deposits: { query: deposits.depositsQuery, answer: deposits.deposits },
  record_deposit: { body: deposits.recordDeposit, answer: deposits.depositRecorded },
  record_float: { body: floats.recordFloat, answer: floats.floatRecorded },
  list_floats: { query: floats.floatsQuery, answer: floats.floats },
  read_desk_shop: { answer: shop.deskShop },
  read_kept: { query: shop.keptQuery, answer: shop.kept },
  change_desk_shop: { body: shop.changeShop, answer: shop.deskShop },
  read_store: { answer: store.store },
  try_store: { body: store.tryStore, answer: store.storeTried },
  connect_store: { body: store.tryStore, answer: store.storeConnected },
  disconnect_store: { body: store.disconnectStore, answer: store.storeDisconnected },
  ask_store_again: { answer: store.nothing },
  resync_store: { body: store.resyncStore, answer: store.nothing },
  retry_store: { body: store.retryStore, answer: store.storeRetried },
  dismiss_in_store: { body: store.dismissInStore, answer: store.dismissedInStore },
  read_desk_holdings: { answer: holdings.holdings },
  read_desk_order: { query: orderPage.orderPageQuery, answer: orderPage.orderPage },
  read_order_to_add: { answer: orderPage.orderToAdd },
  correct_order: { body: orderPage.correctOrderByHand, answer: orderPage.orderCorrected },
  add_order: { body: orderPage.addOrderByHand, answer: orderPage.orderAdded },
  put_file: { params: z.object({ bucket: z.enum(BUCKETS), path: text(400) }), answer: files.storedFile },
  sign_file: { body: files.signFile, answer: files.signedFile },
  report_device: { body: devices.reportDevice, answer: devices.deviceReported },
  list_devices: { answer: devices.devices },
  explain_device_numbers: {
    params: devices.explainDeviceParams,
    body: devices.explainDeviceNumbers,
    answer: devices.deviceNumbersExplained,
  },
  list_staff: { answer: staff.shopStaff },
  add_staff: { body: staff.addStaff, answer: staff.staffAdded },
  change_staff: { body: staff.changeStaff, answer: staff.staffChanged },
  disable_staff: { body: staff.namedStaff, answer: staff.staffChanged },
  enable_staff: { body: staff.namedStaff, answer: staff.staffChanged },
  set_driver_status: { body: staff.setDriverStatus, answer: staff.driverStatus },
  reset_staff_password: { params: staff.staffParams, answer: staff.passwordReset },
  list_staff_sessions: { query: staff.staffSessionsQuery, answer: staff.staffSessions },
  end_staff_session: { body: staff.endStaffSession, answer: staff.staffChanged },
  list_card_machines: { answer: machines.machines },
  read_card_machine_story: { query: machines.machineStoryQuery, answer: machines.machineStory },
  add_card_machine: { body: machines.numberedMachine, answer: machines.machineChanged },
  retire_card_machine: { body: machines.numberedMachine, answer: machines.machineChanged },
  reactivate_card_machine: { body: machines.numberedMachine, answer: machines.machineChanged },
  return_card_machine: { body: machines.numberedMachine, answer: machines.machineReturned },
  read_driver_board: { answer: board.driverBoard },
  arrange_driver_stops: { body: board.arrangeDriverStops, answer: board.driverStopsArranged },
  read_import_memory: { answer: imports.importMemory },
  remember_import_layout: { body: imports.rememberLayout, answer: imports.importRemembered },
  remember_import_methods: { body: imports.rememberMethods, answer: imports.importRemembered },
  preview_import: { body: imports.importBatch, answer: imports.importPreview },
  import_orders: { body: imports.importBatch, answer: imports.ordersImported },
  list_names: { answer: names.shopNames },
  preview_names: { body: names.defineNames, answer: names.namesPreview },
  define_names: { body: names.defineNames, answer: names.namesDefined },
  list_not_taken: { answer: notTaken.notTakenOrders },
  retry_not_taken: { body: notTaken.retryNotTaken, answer: notTaken.notTakenRetried },
  dismiss_not_taken: { body: notTaken.dismissNotTaken, answer: notTaken.notTakenDismissed },
  correct_imported_order: { body: imports.correctImported, answer: imports.importedCorrected },
  list_desk_orders: { query: deskOrders.deskOrdersQuery, answer: deskOrders.deskOrders },
  count_desk_views: { answer: deskOrders.viewCounts },
  assign_orders: { body: deskOrders.assignOrders, answer: deskOrders.ordersDone },
  unassign_orders: { body: deskOrders.manyOrders, answer: deskOrders.ordersDone },
  dispatch_orders: { body: deskOrders.manyOrders, answer: deskOrders.ordersDone },
  return_orders: { body: deskOrders.manyOrders, answer: deskOrders.ordersDone },
  cancel_orders: { body: deskOrders.manyOrders, answer: deskOrders.ordersDone },
  reopen_orders: { body: deskOrders.reopenOrders, answer: deskOrders.ordersDone },
  review_conflicts: { body: deskOrders.reviewConflicts, answer: deskOrders.ordersDone },
  undo_orders: { body: deskOrders.undoOrders, answer: deskOrders.ordersDone },
  list_report_people: { answer: figures.reportPeople },
  read_figures: { answer: figures.figures },
  read_cash_record: { query: cashRecords.cashRecordQuery, answer: cashRecords.cashRecord },
  read_cash_path: { query: cashPaths.cashPathQuery, answer: cashPaths.cashPath },
  read_cash_sources: { query: cashPaths.cashSourcesQuery, answer: cashPaths.cashSources },
  read_report: { query: reports.reportQuery, answer: reports.reportAnswer },
  read_delivery_hours: { query: charts.chartQuery, answer: charts.deliveryHours },
  read_held_over_time: { query: charts.chartQuery, answer: charts.heldOverTime },
  read_driver_day: { query: driverDays.driverDayQuery, answer: driverDays.driverDay },
  list_audit_events: { query: audit.auditQuery, answer: audit.auditEvents },
  read_audit_event: { query: audit.auditEventQuery, answer: audit.auditEvent },
  export_view: { body: exports.exportView, answer: exports.exportedFile },
  search_desk_orders: { query: deskOrders.searchOrdersQuery, answer: deskOrders.foundOrders },
} as const satisfies Record<EndpointName, EndpointSchemas>;

type Table = typeof ENDPOINT_SCHEMAS;
type Out<Name extends EndpointName, Part extends string> =
  Table[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** The parsed inputs of an endpoint and its answer, by the endpoint's name. */
export type EndpointBody<Name extends EndpointName> = Out<Name, 'body'>;
export type EndpointQuery<Name extends EndpointName> = Out<Name, 'query'>;
export type EndpointParams<Name extends EndpointName> = Out<Name, 'params'>;
export type EndpointAnswer<Name extends EndpointName> = Out<Name, 'answer'>;
