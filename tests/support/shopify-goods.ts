/** The goods of orders in a store on loopback: lines, the fulfilment orders with them, and fulfilments. */

export type StoreGoods = { id: string; name: string; sku?: string | null; price: string; quantity: number };
type FulfilmentOrderLine = { id: string; line_id: string; remaining: number };
export type FulfilmentOrder = { id: string; status: string; location: string; lines: FulfilmentOrderLine[] };
type Fulfilment = { id: string; status: string; quantities: Map<string, number> };
type Wanted = {
  fulfillmentOrderId: string;
  fulfillmentOrderLineItems?: { id: string; quantity: number }[];
};

const OPEN = ['OPEN', 'IN_PROGRESS'];
export const canBeFulfilled = ({ status }: Pick<FulfilmentOrder, 'status'>) => OPEN.includes(status);

export function storeGoods() {
  const orders = new Map<string, FulfilmentOrder[]>();
  const goods = new Map<string, (StoreGoods & { removed: number })[]>();
  const fulfilments = new Map<string, Fulfilment[]>();
  /** `page_max`: the number of lines on a page, even if a query requests more. */
  const state = { made: 0, page_max: 100 };

  const all = () => [...orders.values()].flat();
  const unfulfilledOf = (order: string, line_id: string) =>
    (orders.get(order) ?? [])
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.line_id === line_id ? line.remaining : 0), 0);

  /** Makes a fulfilment of all remaining goods of a fulfilment order, or of quantities of its lines. */
  function fulfil({ fulfillmentOrderId, fulfillmentOrderLineItems }: Wanted): string | null {
    const [order, found] =
      [...orders].flatMap(([key, list]) =>
        list.flatMap((one) => (one.id === fulfillmentOrderId ? [[key, one] as const] : [])),
      )[0] ?? [];
    if (!order || !found) return 'Fulfillment order does not exist.';
    const wanted =
      fulfillmentOrderLineItems ?? found.lines.map(({ id, remaining }) => ({ id, quantity: remaining }));
    const is_valid = wanted.every(({ id, quantity }) => {
      const line = found.lines.find((one) => one.id === id);
      return line !== undefined && quantity > 0 && quantity <= line.remaining;
    });
    if (fulfillmentOrderLineItems && !is_valid)
      return 'Invalid fulfillment order line item quantity requested.';
    const quantities = new Map<string, number>();
    for (const line of found.lines) {
      const quantity = wanted.find(({ id }) => id === line.id)?.quantity ?? 0;
      line.remaining -= quantity;
      if (quantity > 0) quantities.set(line.line_id, quantity);
    }
    found.status = found.lines.some(({ remaining }) => remaining > 0) ? 'IN_PROGRESS' : 'CLOSED';
    state.made += 1;
    const id = `gid://shopify/Fulfillment/${state.made}`;
    fulfilments.set(order, [...(fulfilments.get(order) ?? []), { id, status: 'SUCCESS', quantities }]);
    return null;
  }

  const linesAnswer = (id: string) =>
    (goods.get(id) ?? []).map(({ id: line_id, name, sku = null, price, quantity, removed }) => ({
      ...{ id: `gid://shopify/LineItem/${line_id}`, name, sku, currentQuantity: quantity - removed },
      unfulfilledQuantity: unfulfilledOf(id, line_id),
      originalUnitPriceSet: { shopMoney: { amount: price } },
    }));

  function page(nodes: object[], after: unknown): object {
    const start = Number(after ?? 0);
    const end = start + state.page_max;
    const pageInfo = { hasNextPage: end < nodes.length, endCursor: String(end) };
    return { pageInfo, nodes: nodes.slice(start, end) };
  }

  const gid = (line_id: string) => ({ id: `gid://shopify/LineItem/${line_id}` });
  const operations: Record<string, (id: string, after: unknown) => object> = {
    LinesOfOrder: (id, after) => ({
      order: orders.has(id) ? { lineItems: page(linesAnswer(id), after) } : null,
    }),
    LinesToFulfil: (id, after) => {
      const lines = all().find((one) => one.id === id)?.lines ?? [];
      const nodes = lines.map((line) => ({
        ...{ id: line.id, remainingQuantity: line.remaining, lineItem: gid(line.line_id) },
      }));
      return { fulfillmentOrder: { lineItems: page(nodes, after) } };
    },
    LinesFulfilled: (id, after) => {
      const found = [...fulfilments.values()].flat().find((one) => one.id === id);
      const nodes = [...(found?.quantities ?? [])].map(([line_id, quantity]) => ({
        ...{ quantity, lineItem: gid(line_id) },
      }));
      return { fulfillment: { fulfillmentLineItems: page(nodes, after) } };
    },
  };

  return {
    orders,
    fulfilments,
    state,
    fulfil,
    answer: (operation: string, id: string, after: unknown) => operations[operation]?.(id, after),
    /** Adds an order with these lines; `split` has the quantities of each fulfilment order, by line id. */
    place(
      external_id: string,
      lines: StoreGoods[],
      split: { at?: string; status?: string; of: Record<string, number> }[] = [
        { of: Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity])) },
      ],
    ): void {
      const order = `gid://shopify/Order/${external_id}`;
      goods.set(
        order,
        lines.map((line) => ({ ...line, removed: 0 })),
      );
      orders.set(
        order,
        split.map(({ at = 'main', status = 'OPEN', of }, index) => ({
          ...{ id: `gid://shopify/FulfillmentOrder/${external_id}-${index + 1}`, status },
          location: `gid://shopify/Location/${at}`,
          lines: Object.entries(of).map(([line_id, remaining]) => ({
            ...{ id: `gid://shopify/FulfillmentOrderLineItem/${index + 1}-${line_id}`, line_id, remaining },
          })),
        })),
      );
    },
    /** Fulfils a quantity of a line in the store itself. */
    sendSeparately(external_id: string, line_id: string, quantity: number): void {
      const found = orders.get(`gid://shopify/Order/${external_id}`) ?? [];
      const order = found.find(({ lines }) => lines.some((line) => line.line_id === line_id));
      const id = order?.lines.find((line) => line.line_id === line_id)?.id ?? '';
      fulfil({ fulfillmentOrderId: order?.id ?? '', fulfillmentOrderLineItems: [{ id, quantity }] });
    },
    /** Removes an unfulfilled quantity of a line, as a refund or an edit does. */
    remove(external_id: string, line_id: string, quantity: number): void {
      const order = `gid://shopify/Order/${external_id}`;
      const line = goods.get(order)?.find(({ id }) => id === line_id);
      if (line) line.removed += quantity;
      const found = (orders.get(order) ?? []).flatMap(({ lines }) => lines);
      const open = found.find((one) => one.line_id === line_id && one.remaining >= quantity);
      if (open) open.remaining -= quantity;
    },
    /** The quantities that are not fulfilled, by line id. */
    unfulfilled(external_id: string): Record<string, number> {
      const order = `gid://shopify/Order/${external_id}`;
      const lines = goods.get(order) ?? [];
      return Object.fromEntries(lines.map(({ id }) => [id, unfulfilledOf(order, id)]));
    },
    cancelLast(external_id: string): void {
      const last = fulfilments.get(`gid://shopify/Order/${external_id}`)?.at(-1);
      if (last) last.status = 'CANCELLED';
    },
  };
}
