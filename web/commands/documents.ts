import type { CorrectionDocumentInput } from '../documents/correction-document.ts';
import type { DeliveryNoteInput } from '../documents/delivery/delivery-note.ts';
import type { DepositReceiptInput } from '../documents/deposit-receipt.ts';
import type { FloatReceiptInput } from '../documents/float-receipt.ts';
import type { HandoverReceiptInput } from '../documents/handover-receipt.ts';
import type { OrderPaymentReceiptInput } from '../documents/order-payment-receipt.ts';
import type { SettlementReceiptInput } from '../documents/settlement-receipt.ts';
import type { VoidDocumentInput } from '../documents/void-document.ts';
import { PRODUCT_NAME } from '../product-name.ts';

/** Input without the product's name, which is added when the document is printed. */
export type DocumentInput<Input> = Omit<Input, 'product_name'>;

/** Makes the PDFs of commands. Each function rejects if its code cannot be loaded. */
export type Documents = {
  deliveryNote(input: DocumentInput<DeliveryNoteInput>): Promise<Blob>;
  handoverReceipt(input: DocumentInput<HandoverReceiptInput>): Promise<Blob>;
  depositReceipt(input: DocumentInput<DepositReceiptInput>): Promise<Blob>;
  floatReceipt(input: DocumentInput<FloatReceiptInput>): Promise<Blob>;
  orderPaymentReceipt(input: DocumentInput<OrderPaymentReceiptInput>): Promise<Blob>;
  settlementReceipt(input: DocumentInput<SettlementReceiptInput>): Promise<Blob>;
  voidDocument(input: DocumentInput<VoidDocumentInput>): Promise<Blob>;
  correctionDocument(input: DocumentInput<CorrectionDocumentInput>): Promise<Blob>;
};

const product_name = PRODUCT_NAME;

/** Loads the code of each document on first use; it is prefetched after sign-in. */
export const DOCUMENTS: Documents = {
  deliveryNote: async (input) =>
    (await import('../documents/delivery/delivery-note.ts')).makeDeliveryNote({ ...input, product_name }),
  handoverReceipt: async (input) =>
    (await import('../documents/handover-receipt.ts')).makeHandoverReceipt({ ...input, product_name }),
  depositReceipt: async (input) =>
    (await import('../documents/deposit-receipt.ts')).makeDepositReceipt({ ...input, product_name }),
  floatReceipt: async (input) =>
    (await import('../documents/float-receipt.ts')).makeFloatReceipt({ ...input, product_name }),
  orderPaymentReceipt: async (input) =>
    (await import('../documents/order-payment-receipt.ts')).makeOrderPaymentReceipt({
      ...input,
      product_name,
    }),
  settlementReceipt: async (input) =>
    (await import('../documents/settlement-receipt.ts')).makeSettlementReceipt({ ...input, product_name }),
  correctionDocument: async (input) =>
    (await import('../documents/correction-document.ts')).makeCorrectionDocument({ ...input, product_name }),
  voidDocument: async (input) =>
    (await import('../documents/void-document.ts')).makeVoidDocument({ ...input, product_name }),
};
