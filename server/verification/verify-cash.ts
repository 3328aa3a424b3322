import { approvalChecks } from '../approvals/verify-approvals.ts';
import type { CashDifference } from '../cash/cash-difference.ts';
import { type VerificationProgress, verifyBook } from '../cash/verify-book.ts';
import { attemptChecks } from '../deliveries/attempts/verify-attempts.ts';
import { undoChecks } from '../deliveries/attempts/verify-undos.ts';
import { correctionSource } from '../deliveries/corrections/verify-corrections.ts';
import { matchReplies, orderPaymentSource } from '../deliveries/payments/verify-order-payments.ts';
import { deliverySource } from '../deliveries/verify-deliveries.ts';
import { depositSource } from '../deposits/verify-deposits.ts';
import { differenceSource, salaryChecks, settlementSource } from '../differences/verify-differences.ts';
import { expenseSource } from '../expenses/verify-expenses.ts';
import { floatSource } from '../floats/verify-floats.ts';
import { goodsChecks } from '../handovers/verify-goods.ts';
import { handoverSource } from '../handovers/verify-handovers.ts';
import { loadingChecks } from '../orders/stops/verify-loading.ts';
import type { Database } from '../platform/database/database.ts';
import { sums } from '../reports/sums/verify-sums.ts';
import { erasings } from '../retention/verify-erasings.ts';
import { storeFulfilments, storePayments } from '../shopify/outgoing/verify-store-payments.ts';
import { voidSource } from '../voids/verify-voids.ts';
import { secondPersonReplies } from './second-person-replies.ts';
import { auditChecks } from './verify-cash-audit.ts';
import { deskReplies } from './verify-desk-replies.ts';
import { missingReplies } from './verify-missing-replies.ts';
import { orderReplies } from './verify-order-replies.ts';
import { replyShapes } from './verify-reply-shapes.ts';
import { reportedChanges } from './verify-reported-changes.ts';

/** Verifies the cash book with the records of each domain; see `verifyBook`. */
export function verifyCash(
  owner: Database,
  on_progress: (proofs: VerificationProgress) => void = () => undefined,
): Promise<CashDifference[]> {
  const sources = [
    deliverySource,
    handoverSource,
    depositSource,
    floatSource,
    differenceSource,
    settlementSource,
    voidSource,
    correctionSource,
    expenseSource,
    orderPaymentSource,
  ];
  const replies = [...replyShapes, ...deskReplies, ...orderReplies, ...reportedChanges, missingReplies];
  const stops = [...attemptChecks, ...undoChecks, ...loadingChecks, ...goodsChecks];
  const second_person = [...salaryChecks, ...approvalChecks, ...auditChecks];
  return verifyBook(
    owner,
    {
      sources,
      replies: [secondPersonReplies, matchReplies],
      checks: [storePayments, storeFulfilments, ...second_person, ...stops, ...replies, ...erasings, ...sums],
    },
    on_progress,
  );
}
