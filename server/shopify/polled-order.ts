import { z } from 'zod';
import type { ShopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';

/** No order has more: what is beyond makes the amounts not add up, so that the order is listed. */
const LINES_MAX = 250;

const SUM = '{ shopMoney { amount } }';
const ADDRESS = `{
  firstName lastName name phone address1 address2 city zip province latitude longitude
}`;

const ORDER = `query PolledOrder($id: ID!) {
  order(id: $id) {
    name updatedAt createdAt cancelledAt currencyCode test note phone taxesIncluded paymentGatewayNames
    displayFinancialStatus displayFulfillmentStatus
    totalPriceSet ${SUM} currentTotalPriceSet ${SUM}
    totalDiscountsSet ${SUM} currentTotalDiscountsSet ${SUM}
    totalTaxSet ${SUM} currentTotalTaxSet ${SUM}
    totalTipReceivedSet ${SUM} currentTotalDutiesSet ${SUM} currentTotalAdditionalFeesSet ${SUM}
    totalShippingPriceSet ${SUM} currentShippingPriceSet ${SUM}
    totalOutstandingSet ${SUM}
    shippingAddress ${ADDRESS}
    billingAddress ${ADDRESS}
    shippingLines(first: 20) {
      nodes { title isRemoved deliveryCategory originalPriceSet ${SUM} discountedPriceSet ${SUM} }
    }
    lineItems(first: ${LINES_MAX}) {
      nodes { name sku quantity currentQuantity originalUnitPriceSet ${SUM} }
    }
  }
}`;

const optional = z.string().nullish();
const sum = z.object({ shopMoney: z.object({ amount: z.string() }) });
const address = z
  .object({
    firstName: optional,
    lastName: optional,
    name: optional,
    phone: optional,
    address1: optional,
    address2: optional,
    city: optional,
    zip: optional,
    province: optional,
    latitude: z.number().nullish(),
    longitude: z.number().nullish(),
  })
  .nullish();

const answer = z.object({
  order: z
    .object({
      name: z.string(),
      updatedAt: z.string(),
      createdAt: z.string(),
      cancelledAt: optional,
      currencyCode: z.string(),
      test: z.boolean(),
      note: optional,
      phone: optional,
      taxesIncluded: z.boolean(),
      paymentGatewayNames: z.array(z.string()),
      displayFinancialStatus: optional,
      displayFulfillmentStatus: z.string(),
      totalPriceSet: sum,
      currentTotalPriceSet: sum,
      totalDiscountsSet: sum.nullish(),
      currentTotalDiscountsSet: sum,
      totalTaxSet: sum.nullish(),
      currentTotalTaxSet: sum,
      totalTipReceivedSet: sum,
      currentTotalDutiesSet: sum.nullish(),
      currentTotalAdditionalFeesSet: sum.nullish(),
      totalShippingPriceSet: sum,
      currentShippingPriceSet: sum,
      totalOutstandingSet: sum,
      shippingAddress: address,
      billingAddress: address,
      shippingLines: z.object({
        nodes: z.array(
          z.object({
            title: z.string(),
            isRemoved: z.boolean(),
            deliveryCategory: optional,
            originalPriceSet: sum,
            discountedPriceSet: sum,
          }),
        ),
      }),
      lineItems: z.object({
        nodes: z.array(
          z.object({
            name: z.string(),
            sku: optional,
            quantity: z.number(),
            currentQuantity: z.number(),
            originalUnitPriceSet: sum,
          }),
        ),
      }),
    })
    .nullable(),
});

type PolledOrder = NonNullable<z.output<typeof answer>['order']>;

/**
 * Asks for one order and answers it as a webhook's payload carries it, so that there is one way to read an order. The customer's own
 * record is left out: it would need the scope read_customers. Throws ShopifyError.
 */
export async function readPolledOrder(api: ShopifyApi, external_id: string): Promise<string> {
  const told = await api.run(z.unknown(), ORDER, { id: `gid://shopify/Order/${external_id}` });
  const parsed = answer.safeParse(told);
  if (!parsed.success) {
    throw new ShopifyError('rejected', `Shopify told order ${external_id} in an unknown shape`);
  }
  const { order } = parsed.data;
  if (!order) throw new ShopifyError('rejected', `Shopify has no order ${external_id}`);
  return JSON.stringify(payloadOf(external_id, order));
}

function payloadOf(id: string, order: PolledOrder) {
  return {
    id,
    name: order.name,
    updated_at: order.updatedAt,
    created_at: order.createdAt,
    cancelled_at: order.cancelledAt,
    currency: order.currencyCode,
    test: order.test,
    note: order.note,
    phone: order.phone,
    taxes_included: order.taxesIncluded,
    payment_gateway_names: order.paymentGatewayNames,
    financial_status: order.displayFinancialStatus?.toLowerCase(),
    fulfillment_status: order.displayFulfillmentStatus === 'FULFILLED' ? 'fulfilled' : null,
    ...amountsOf(order),
    shipping_address: addressOf(order.shippingAddress),
    billing_address: addressOf(order.billingAddress),
    shipping_lines: order.shippingLines.nodes.map((line) => ({
      title: line.title,
      is_removed: line.isRemoved,
      delivery_category: line.deliveryCategory,
      price: amountOf(line.originalPriceSet),
      discounted_price: amountOf(line.discountedPriceSet),
    })),
    line_items: order.lineItems.nodes.map((line) => ({
      name: line.name,
      sku: line.sku,
      quantity: line.quantity,
      current_quantity: line.currentQuantity,
      price: amountOf(line.originalUnitPriceSet),
    })),
  };
}

function amountsOf(order: PolledOrder) {
  return {
    total_price: amountOf(order.totalPriceSet),
    current_total_price: amountOf(order.currentTotalPriceSet),
    total_discounts: amountOf(order.totalDiscountsSet),
    current_total_discounts: amountOf(order.currentTotalDiscountsSet),
    total_tax: amountOf(order.totalTaxSet),
    current_total_tax: amountOf(order.currentTotalTaxSet),
    total_tip_received: amountOf(order.totalTipReceivedSet),
    current_total_duties_set: setOf(order.currentTotalDutiesSet),
    current_total_additional_fees_set: setOf(order.currentTotalAdditionalFeesSet),
    total_shipping_price_set: setOf(order.totalShippingPriceSet),
    current_shipping_price_set: setOf(order.currentShippingPriceSet),
    total_outstanding: amountOf(order.totalOutstandingSet),
  };
}

type Sum = z.output<typeof sum> | null | undefined;

const amountOf = (set: Sum) => set?.shopMoney.amount;
const setOf = (set: Sum) => (set ? { shop_money: { amount: set.shopMoney.amount } } : undefined);

function addressOf(told: PolledOrder['shippingAddress']) {
  if (!told) return null;
  const { firstName: first_name, lastName: last_name, ...rest } = told;
  return { first_name, last_name, ...rest };
}
