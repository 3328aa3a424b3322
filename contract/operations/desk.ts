/* Written by `npm run operations` from the definitions in this folder. */
import type { Endpoint } from './definition.ts';
import { decideApproval } from './desk/approvals/decide-approval.ts';
import { listApprovals } from './desk/approvals/list-approvals.ts';
import { requestAdjustment } from './desk/approvals/request-adjustment.ts';
import { listAuditEvents } from './desk/audit/list-audit-events.ts';
import { readAuditEvent } from './desk/audit/read-audit-event.ts';
import { listFloats } from './desk/cash/list-floats.ts';
import { readCashEquation } from './desk/cash/read-cash-equation.ts';
import { readCashPath } from './desk/cash/read-cash-path.ts';
import { readCashRecord } from './desk/cash/read-cash-record.ts';
import { readCashSources } from './desk/cash/read-cash-sources.ts';
import { readDeskHoldings } from './desk/cash/read-desk-holdings.ts';
import { changeCashSettings } from './desk/cash-settings/change-cash-settings.ts';
import { readCashSettings } from './desk/cash-settings/read-cash-settings.ts';
import { changeDeliverySettings } from './desk/deliveries/change-delivery-settings.ts';
import { decideDifference } from './desk/differences/decide-difference.ts';
import { listDifferences } from './desk/differences/list-differences.ts';
import { proposeSalary } from './desk/differences/propose-salary.ts';
import { requestWriteOff } from './desk/differences/request-write-off.ts';
import { arrangeDriverStops } from './desk/drivers/arrange-driver-stops.ts';
import { readDriverBoard } from './desk/drivers/read-driver-board.ts';
import { correctImportedOrder } from './desk/import/correct-imported-order.ts';
import { importOrders } from './desk/import/import-orders.ts';
import { previewImport } from './desk/import/preview-import.ts';
import { readImportMemory } from './desk/import/read-import-memory.ts';
import { rememberImportLayout } from './desk/import/remember-import-layout.ts';
import { rememberImportMethods } from './desk/import/remember-import-methods.ts';
import { dismissNotTaken } from './desk/import-problems/dismiss-not-taken.ts';
import { listNotTaken } from './desk/import-problems/list-not-taken.ts';
import { retryNotTaken } from './desk/import-problems/retry-not-taken.ts';
import { addCardMachine } from './desk/machines/add-card-machine.ts';
import { listCardMachines } from './desk/machines/list-card-machines.ts';
import { reactivateCardMachine } from './desk/machines/reactivate-card-machine.ts';
import { readCardMachineStory } from './desk/machines/read-card-machine-story.ts';
import { retireCardMachine } from './desk/machines/retire-card-machine.ts';
import { returnCardMachine } from './desk/machines/return-card-machine.ts';
import { defineNames } from './desk/names/define-names.ts';
import { listNames } from './desk/names/list-names.ts';
import { previewNames } from './desk/names/preview-names.ts';
import { addOrder } from './desk/order/add-order.ts';
import { correctOrder } from './desk/order/correct-order.ts';
import { readDeskOrder } from './desk/order/read-desk-order.ts';
import { readOrderToAdd } from './desk/order/read-order-to-add.ts';
import { assignOrders } from './desk/orders/assign-orders.ts';
import { cancelOrders } from './desk/orders/cancel-orders.ts';
import { countDeskViews } from './desk/orders/count-desk-views.ts';
import { dispatchOrders } from './desk/orders/dispatch-orders.ts';
import { listDeskOrders } from './desk/orders/list-desk-orders.ts';
import { postponeOrders } from './desk/orders/postpone-orders.ts';
import { reopenOrders } from './desk/orders/reopen-orders.ts';
import { returnOrders } from './desk/orders/return-orders.ts';
import { reviewConflicts } from './desk/orders/review-conflicts.ts';
import { searchDeskOrders } from './desk/orders/search-desk-orders.ts';
import { unassignOrders } from './desk/orders/unassign-orders.ts';
import { undoOrders } from './desk/orders/undo-orders.ts';
import { listOpenPayments } from './desk/payments/list-open-payments.ts';
import { matchPayment } from './desk/payments/match-payment.ts';
import { readNewestOwed } from './desk/payments/read-newest-owed.ts';
import { requestWaiver } from './desk/payments/request-waiver.ts';
import { exportView } from './desk/reports/export-view.ts';
import { listReportPeople } from './desk/reports/list-report-people.ts';
import { readFigures } from './desk/reports/read-figures.ts';
import { readReport } from './desk/reports/read-report.ts';
import { changeDeskShop } from './desk/shop/change-desk-shop.ts';
import { readDeskShop } from './desk/shop/read-desk-shop.ts';
import { readKept } from './desk/shop/read-kept.ts';
import { addStaff } from './desk/staff/add-staff.ts';
import { changeStaff } from './desk/staff/change-staff.ts';
import { disableStaff } from './desk/staff/disable-staff.ts';
import { enableStaff } from './desk/staff/enable-staff.ts';
import { endStaffSession } from './desk/staff/end-staff-session.ts';
import { listStaff } from './desk/staff/list-staff.ts';
import { listStaffSessions } from './desk/staff/list-staff-sessions.ts';
import { resetStaffPassword } from './desk/staff/reset-staff-password.ts';
import { setDriverStatus } from './desk/staff/set-driver-status.ts';
import { askStoreAgain } from './desk/store/ask-store-again.ts';
import { connectStore } from './desk/store/connect-store.ts';
import { disconnectStore } from './desk/store/disconnect-store.ts';
import { dismissInStore } from './desk/store/dismiss-in-store.ts';
import { readStore } from './desk/store/read-store.ts';
import { resyncStore } from './desk/store/resync-store.ts';
import { retryStore } from './desk/store/retry-store.ts';
import { tryStore } from './desk/store/try-store.ts';

/** Operations of the desk under /desk. */
export const DESK_ENDPOINTS = {
  decide_approval: decideApproval,
  list_approvals: listApprovals,
  request_adjustment: requestAdjustment,
  list_audit_events: listAuditEvents,
  read_audit_event: readAuditEvent,
  change_cash_settings: changeCashSettings,
  read_cash_settings: readCashSettings,
  list_floats: listFloats,
  read_cash_equation: readCashEquation,
  read_cash_path: readCashPath,
  read_cash_record: readCashRecord,
  read_cash_sources: readCashSources,
  read_desk_holdings: readDeskHoldings,
  change_delivery_settings: changeDeliverySettings,
  decide_difference: decideDifference,
  list_differences: listDifferences,
  propose_salary: proposeSalary,
  request_write_off: requestWriteOff,
  arrange_driver_stops: arrangeDriverStops,
  read_driver_board: readDriverBoard,
  dismiss_not_taken: dismissNotTaken,
  list_not_taken: listNotTaken,
  retry_not_taken: retryNotTaken,
  correct_imported_order: correctImportedOrder,
  import_orders: importOrders,
  preview_import: previewImport,
  read_import_memory: readImportMemory,
  remember_import_layout: rememberImportLayout,
  remember_import_methods: rememberImportMethods,
  add_card_machine: addCardMachine,
  list_card_machines: listCardMachines,
  reactivate_card_machine: reactivateCardMachine,
  read_card_machine_story: readCardMachineStory,
  retire_card_machine: retireCardMachine,
  return_card_machine: returnCardMachine,
  define_names: defineNames,
  list_names: listNames,
  preview_names: previewNames,
  add_order: addOrder,
  correct_order: correctOrder,
  read_desk_order: readDeskOrder,
  read_order_to_add: readOrderToAdd,
  assign_orders: assignOrders,
  cancel_orders: cancelOrders,
  count_desk_views: countDeskViews,
  dispatch_orders: dispatchOrders,
  list_desk_orders: listDeskOrders,
  postpone_orders: postponeOrders,
  reopen_orders: reopenOrders,
  return_orders: returnOrders,
  review_conflicts: reviewConflicts,
  search_desk_orders: searchDeskOrders,
  unassign_orders: unassignOrders,
  undo_orders: undoOrders,
  list_open_payments: listOpenPayments,
  match_payment: matchPayment,
  read_newest_owed: readNewestOwed,
  request_waiver: requestWaiver,
  export_view: exportView,
  list_report_people: listReportPeople,
  read_figures: readFigures,
  read_report: readReport,
  change_desk_shop: changeDeskShop,
  read_desk_shop: readDeskShop,
  read_kept: readKept,
  add_staff: addStaff,
  change_staff: changeStaff,
  disable_staff: disableStaff,
  enable_staff: enableStaff,
  end_staff_session: endStaffSession,
  list_staff_sessions: listStaffSessions,
  list_staff: listStaff,
  reset_staff_password: resetStaffPassword,
  set_driver_status: setDriverStatus,
  ask_store_again: askStoreAgain,
  connect_store: connectStore,
  disconnect_store: disconnectStore,
  dismiss_in_store: dismissInStore,
  read_store: readStore,
  resync_store: resyncStore,
  retry_store: retryStore,
  try_store: tryStore,
} as const satisfies Record<string, Endpoint>;
