import { makeCorrectionDocument } from '../../web/documents/correction-document.ts';
import { makeDeliveryNote } from '../../web/documents/delivery/delivery-note.ts';
import { makeDepositReceipt } from '../../web/documents/deposit-receipt.ts';
import { makeFloatReceipt } from '../../web/documents/float-receipt.ts';
import { makeHandoverReceipt } from '../../web/documents/handover-receipt.ts';
import { makeOrderPaymentReceipt } from '../../web/documents/order-payment-receipt.ts';
import { makeSettlementReceipt } from '../../web/documents/settlement-receipt.ts';
import { makeVoidDocument } from '../../web/documents/void-document.ts';
import { item, sampleNote } from './sample-notes.ts';
import type { Script } from './ten-scripts.ts';

export type InScript = {
  document: string;
  /** Renders the document; `picture` serves as signature and as deposit slip. */
  make(script: Script, picture: Blob): Promise<Blob>;
  /** The texts in the script that the document shows. */
  texts(script: Script): string[];
};

const ISSUER = { product_name: 'Mandoob', shop_id: 3, time_zone: 'Asia/Dubai' };
const DATE = new Date('2026-11-20T03:30:00Z');
const FACTS = {
  ...{ customer_name: null, tender: 'cash' as const, collected_fils: 14_500, cash_fils: 14_500 },
  ...{ due_fils: 14_500, rounding_fils: 0, link_fils: 0, link_reference: null },
  ...{ transfer_fils: 0, transfer_reference: null, short_reason: null },
};

/** Every document, with all user-entered texts in one script. */
export const DOCUMENTS_IN_SCRIPTS: readonly InScript[] = [
  {
    document: 'delivery note',
    texts: ({ name, other_name, sentence, product }) => [name, other_name, sentence, product],
    make: ({ name, other_name, sentence, product }) =>
      makeDeliveryNote(
        sampleNote({
          shop_name: other_name,
          customer_name: name,
          order: {
            delivery_address: sentence,
            customer: { first_name: name, last_name: '', phone: '+971 50 123 4567' },
            items: [item(product), item('Laban 1L')],
          },
        }),
      ),
  },
  {
    document: 'handover receipt',
    texts: ({ name, other_name, sentence, product }) => [name, other_name, sentence, product],
    make: ({ name, other_name, sentence, product }, picture) =>
      makeHandoverReceipt({
        ...ISSUER,
        shop_name: sentence,
        reference: 'EOD-20261120-7-1795186800123',
        handover_type: 'end',
        date: DATE,
        driver_name: name,
        admin_name: other_name,
        amount_fils: 143_250,
        difference_fils: -1_500,
        card_machine: { number: 'CM-12' },
        goods: [
          {
            order_number: '1001',
            customer_name: other_name,
            items: [{ name: product, qty: 2 }],
            outcome: 'missing',
          },
        ],
        driver_signature: { png: picture, typed: false },
        admin_signature: { png: picture, typed: true },
      }),
  },
  {
    document: 'deposit receipt',
    texts: ({ name, other_name, sentence }) => [name, other_name, sentence],
    make: ({ name, other_name, sentence }, picture) =>
      makeDepositReceipt({
        ...ISSUER,
        shop_name: other_name,
        reference: 'BD-1795186800123',
        deposit_date: '2026-11-20',
        amount_fils: 1_245_000,
        manager_name: name,
        notes: sentence,
        invoice_image: picture,
        signature: { png: picture, typed: false },
        generated_at: DATE,
      }),
  },
  {
    document: 'float receipt',
    texts: ({ name, other_name, sentence }) => [name, other_name, sentence],
    make: ({ name, other_name, sentence }, picture) =>
      makeFloatReceipt({
        ...ISSUER,
        shop_name: sentence,
        reference: 'FL-1795186800123',
        direction: 'issue',
        date: DATE,
        amount_fils: 50_000,
        admin_name: other_name,
        manager_name: name,
        admin_signature: { png: picture, typed: false },
        manager_signature: { png: picture, typed: true },
      }),
  },
  {
    document: 'settlement receipt',
    texts: ({ name, other_name, sentence }) => [name, other_name, sentence],
    make: ({ name, other_name, sentence }, picture) =>
      makeSettlementReceipt({
        ...ISSUER,
        shop_name: sentence,
        reference: 'ST-1795186800123',
        account: 'shortage',
        date: DATE,
        person_name: name,
        staff_name: other_name,
        handover_reference: 'EOD-20261120-7-1795186800123',
        amount_fils: 1_500,
        open_fils: 0,
        person_signature: { png: picture, typed: true },
        staff_signature: { png: picture, typed: false },
      }),
  },
  {
    document: 'void document',
    texts: ({ name, other_name, sentence }) => [name, other_name, sentence],
    make: ({ name, other_name, sentence }, picture) =>
      makeVoidDocument({
        ...ISSUER,
        shop_name: other_name,
        reference: 'VD-1795186800123',
        record_reference: 'SOD-20261120-7-1795145400123',
        record_name: 'Start of day',
        recorded_at: DATE,
        date: DATE,
        from_name: other_name,
        to_name: name,
        amount_fils: 50_000,
        reason: sentence,
        own_name: other_name,
        own_signature: { png: picture, typed: false },
        other: { name, signature: { png: picture, typed: true } },
      }),
  },
  {
    document: 'payment receipt',
    texts: ({ name, other_name, sentence }) => [name, other_name, sentence],
    make: ({ name, other_name, sentence }) =>
      makeOrderPaymentReceipt({
        ...ISSUER,
        shop_name: sentence,
        reference: 'OP-1795186800123',
        date: DATE,
        order_number: '1001',
        customer_name: name,
        staff_name: other_name,
        taken: { cash_fils: 2_000, card_fils: 0, link: null, transfer: null },
        left_fils: 500,
      }),
  },
  {
    document: 'correction document',
    texts: ({ name, other_name, sentence }) => [name, other_name, sentence],
    make: ({ name, other_name, sentence }) =>
      makeCorrectionDocument({
        ...ISSUER,
        shop_name: other_name,
        order_number: '1001',
        command_id: '01975a00-0000-7000-8000-000000000001',
        delivered_at: DATE,
        date: DATE,
        driver_name: name,
        by_name: other_name,
        before: FACTS,
        after: { ...FACTS, customer_name: name },
        photo_added: false,
        reason: sentence,
        needs_approval: false,
      }),
  },
];
