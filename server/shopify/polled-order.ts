import { z } from 'zod';
import { NotTaken, parsePayload, readHead } from './read-payload.ts';
import { gidOf, type ShopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';

/** No order has more: what is beyond makes the amounts not add up, so that the order is listed. */
const LINES_MAX = 250;

const SUM = '{ bare: shopMoney { bare: amount } }';
const SET = '{ shop_money: shopMoney { amount } }';
const ADDRESS = `{
  first_name: firstName last_name: lastName name phone address1 address2 city zip province latitude longitude
}`;

/** Everything under the name that a webhook has for it, and what a webhook has without its wrapping as `bare`. */
const ORDER = `query PolledOrder($id: ID!) {
  order(id: $id) {
    name updated_at: updatedAt created_at: createdAt cancelled_at: cancelledAt currency: currencyCode
    test note phone taxes_included: taxesIncluded payment_gateway_names: paymentGatewayNames
    financial_status: displayFinancialStatus fulfillment_status: displayFulfillmentStatus
    total_price: totalPriceSet ${SUM} current_total_price: currentTotalPriceSet ${SUM}
    total_discounts: totalDiscountsSet ${SUM} current_total_discounts: currentTotalDiscountsSet ${SUM}
    total_tax: totalTaxSet ${SUM} current_total_tax: currentTotalTaxSet ${SUM}
    total_tip_received: totalTipReceivedSet ${SUM} total_outstanding: totalOutstandingSet ${SUM}
    current_total_duties_set: currentTotalDutiesSet ${SET}
    current_total_additional_fees_set: currentTotalAdditionalFeesSet ${SET}
    total_shipping_price_set: totalShippingPriceSet ${SET}
    current_shipping_price_set: currentShippingPriceSet ${SET}
    shipping_address: shippingAddress ${ADDRESS}
    billing_address: billingAddress ${ADDRESS}
    shipping_lines: shippingLines(first: 20) {
      bare: nodes {
        is_removed: isRemoved delivery_category: deliveryCategory
        price: originalPriceSet ${SUM} discounted_price: discountedPriceSet ${SUM}
      }
    }
    line_items: lineItems(first: ${LINES_MAX}) {
      bare: nodes { name sku quantity current_quantity: currentQuantity price: originalUnitPriceSet ${SUM} }
    }
  }
}`;

/** In capitals where orders are asked for, in small letters in webhooks. */
const status = z.string().toLowerCase().nullish();
const answer = z.object({
  order: z.looseObject({ financial_status: status, fulfillment_status: status }).nullable(),
});

/**
 * Asks for one order and answers it as a webhook's payload carries it, so that there is one way to read an order. The customer's own
 * record is left out: it would need the scope read_customers. Throws ShopifyError.
 */
export async function readPolledOrder(api: ShopifyApi, external_id: string): Promise<string> {
  const { order } = await api.run(answer, ORDER, { id: gidOf(external_id) });
  if (!order) throw new ShopifyError('rejected', `Shopify has no order ${external_id}`);
  const payload = JSON.stringify({ id: external_id, ...unwrapped(order) });
  try {
    readHead(parsePayload(payload));
    return payload;
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    throw new ShopifyError('rejected', `Shopify told order ${external_id} in an unknown shape`);
  }
}

/** Each `{ bare: value }` as its value. */
function unwrapped(told: object): object;
function unwrapped(told: unknown): unknown;
function unwrapped(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(unwrapped);
  if (typeof told !== 'object' || told === null) return told;
  if ('bare' in told) return unwrapped(told.bare);
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, unwrapped(value)]));
}
