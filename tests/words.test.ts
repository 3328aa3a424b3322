import { expect, test } from 'vitest';
import { catalogueFile, catalogueText } from '../scripts/words/catalogue.mjs';
import { extractCatalogue, webFiles } from '../scripts/words/extract.mjs';
import { outsideTexts } from '../scripts/words/outside-texts.mjs';
import { classesOf, pageStyles } from '../scripts/words/page-styles.mjs';
import { hasPhysicalStyle, physicalStyles } from '../scripts/words/physical-styles.mjs';
import { readSourceFiles } from './support/source-files.ts';

/** Whose words have still to be moved. */
const NOT_YET = new Set<string>([
  'web/api/cash-words.ts',
  'web/api/delivery-words.ts',
  'web/api/errors.ts',
  'web/api/problem-words.ts',
  'web/api/unknown-outcome.ts',
  'web/components/AsOf.tsx',
  'web/components/CommandNotice.tsx',
  'web/components/RefundNotice.tsx',
  'web/components/RoleBadge.tsx',
  'web/components/contact-links.tsx',
  'web/components/handover/CardMachineField.tsx',
  'web/components/handover/DriverField.tsx',
  'web/components/handover/EstimateField.tsx',
  'web/components/handover/HandoverColumns.tsx',
  'web/components/handover/HandoverForm.tsx',
  'web/components/handover/HandoverNotice.tsx',
  'web/components/handover/HandoverView.tsx',
  'web/components/handover/HandoversToday.tsx',
  'web/components/handover/QuestionDialog.tsx',
  'web/components/handover/SignedPicture.tsx',
  'web/components/handover/card-machine-choice.ts',
  'web/components/handover/handover-words.ts',
  'web/components/image-file/prepare-image.ts',
  'web/components/open-file.ts',
  'web/components/order-text.ts',
  'web/components/photo/PhotoPicker.tsx',
  'web/components/photo/photo-limits.ts',
  'web/components/signature/DrawnInk.tsx',
  'web/components/signature/SignaturePad.tsx',
  'web/components/signature/signature.ts',
  'web/components/signature/use-signatures.ts',
  'web/documents/delivery-note.ts',
  'web/documents/deposit-receipt.ts',
  'web/documents/handover-receipt.ts',
  'web/documents/page-frame.ts',
  'web/documents/signatures-block.ts',
  'web/offline/command-words.ts',
  'web/offline/deliver.ts',
  'web/offline/use-handover-form.ts',
  'web/product-name.ts',
  'web/screens/assigned-orders/AssignedOrders.tsx',
  'web/screens/assigned-orders/OrderCard.tsx',
  'web/screens/bank-deposits/BankDeposits.tsx',
  'web/screens/bank-deposits/DepositCard.tsx',
  'web/screens/bank-deposits/DepositDialog.tsx',
  'web/screens/bank-deposits/InvoiceImage.tsx',
  'web/screens/bank-deposits/SentDeposit.tsx',
  'web/screens/bank-deposits/deposit-rules.ts',
  'web/screens/bank-deposits/use-deposits.ts',
  'web/screens/cash-handovers/AmountStep.tsx',
  'web/screens/cash-handovers/CashHandovers.tsx',
  'web/screens/cash-handovers/CollectionDialog.tsx',
  'web/screens/cash-handovers/CollectionSummary.tsx',
  'web/screens/cash-handovers/ConfirmationStep.tsx',
  'web/screens/cash-handovers/HoldingsPicture.tsx',
  'web/screens/cash-handovers/NextPerson.tsx',
  'web/screens/cash-handovers/OutstandingList.tsx',
  'web/screens/cash-handovers/SignaturesStep.tsx',
  'web/screens/cash-handovers/SummaryCards.tsx',
  'web/screens/cash-handovers/collection-rules.ts',
  'web/screens/cash-handovers/use-outstanding-cash.ts',
  'web/screens/end-of-day-handover/EndOfDayHandover.tsx',
  'web/screens/landing/Landing.tsx',
  'web/screens/login/Login.tsx',
  'web/screens/login/ProfileProblem.tsx',
  'web/screens/login/SessionEnded.tsx',
  'web/screens/login/ended-words.ts',
  'web/screens/next-order/ConfirmBar.tsx',
  'web/screens/next-order/ConfirmForm.tsx',
  'web/screens/next-order/ConflictNotice.tsx',
  'web/screens/next-order/Delivered.tsx',
  'web/screens/next-order/DeliveryNotice.tsx',
  'web/screens/next-order/DraftGone.tsx',
  'web/screens/next-order/ItemsTable.tsx',
  'web/screens/next-order/NextOrder.tsx',
  'web/screens/next-order/OrderDetails.tsx',
  'web/screens/next-order/OtherDeliveries.tsx',
  'web/screens/next-order/cash-effect.ts',
  'web/screens/not-found/NotFound.tsx',
  'web/screens/password/PasswordForm.tsx',
  'web/screens/password/PasswordScreen.tsx',
  'web/screens/password/use-change-password.ts',
  'web/screens/password/use-password-problem.ts',
  'web/screens/profile/CashCard.tsx',
  'web/screens/profile/DevicesCard.tsx',
  'web/screens/profile/PersonalCard.tsx',
  'web/screens/profile/ProfileScreen.tsx',
  'web/screens/profile/StatisticsCard.tsx',
  'web/screens/profile/use-own-sessions.ts',
  'web/screens/start-of-day-handover/StartOfDayHandover.tsx',
  'web/shell/Dashboard.tsx',
  'web/shell/LoadFailure.tsx',
  'web/shell/MenuPanel.tsx',
  'web/shell/NoAccess.tsx',
  'web/shell/ProfileUnread.tsx',
  'web/shell/SessionEndLine.tsx',
  'web/shell/Sidebar.tsx',
  'web/shell/SignOutButton.tsx',
  'web/shell/areas.ts',
  'web/shell/unsent-words.ts',
  'web/shell/use-loaded.ts',
  'web/ui/FormDialog.tsx',
  'web/ui/ReadFailure.tsx',
  'web/ui/Toaster.tsx',
  'web/ui/Waiting.tsx',
]);

const styles = await pageStyles();
const classes = classesOf(styles);

test('the catalogue holds the messages of the code: if not, `npm run words` writes it', async () => {
  expect(await catalogueFile()).toBe(await catalogueText(await extractCatalogue()));
});

test.each((await webFiles()).filter((path) => !NOT_YET.has(path)))(
  '%s has no text outside the catalogue',
  async (path) => {
    expect(await outsideTexts(path, classes)).toEqual([]);
  },
);

test('styles say start and end, not left and right', () => {
  expect(styles).toContain('.flex {');
  expect(physicalStyles(styles)).toEqual([]);
  expect(physicalStyles('.a { @media print { margin-left: 1px } } .b { left: 0; right: 0 }')).toEqual([
    '@media print { margin-left: 1px }',
  ]);
  const inline = readSourceFiles().filter(({ code }) => hasPhysicalStyle(code));
  expect(inline.map(({ path }) => path)).toEqual([]);
});

test('macros stand in the web only', () => {
  const files = readSourceFiles().filter(({ code }) => /@lingui\/\w+\/macro/.test(code));
  expect(files.length).toBeGreaterThan(0);
  expect(files.map(({ path }) => path).filter((path) => !path.startsWith('web/'))).toEqual([]);
});
