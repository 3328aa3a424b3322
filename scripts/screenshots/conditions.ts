import type { Page, Route } from '@playwright/test';
import type {
  ConfirmDelivery,
  DeliveryConfirmed,
} from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { PROBLEMS, type ProblemCode } from '../../contract/rules/problems.ts';

/** Handles a route without ever responding. */
export function hold(_route: Route): Promise<void> {
  return Promise.resolve();
}

/** Responds with a problem as the server does. */
export function answerProblem(code: ProblemCode): (route: Route) => Promise<void> {
  const body = { type: `urn:mandoob:problem:${code}`, ...PROBLEMS[code], code, request_id: newId() };
  return (route) =>
    route.fulfill({
      status: body.status,
      contentType: 'application/problem+json',
      body: JSON.stringify(body),
    });
}

/** Changes properties of the server's response to a read. Commands to the same address are passed on. */
export function changeResponse<Answer>(
  changes: object | ((answer: Answer) => object),
): (route: Route) => Promise<void> {
  return async (route) => {
    if (route.request().method() !== 'GET') return await route.fallback();
    const response = await (await route.fetch()).json();
    const changed = typeof changes === 'function' ? changes(response) : changes;
    await route.fulfill({ json: { ...response, ...changed } });
  };
}

export async function cutOff(page: Page): Promise<void> {
  await page.route(/\/(api|auth|storage|functions)\//, (route) => route.abort('internetdisconnected'));
}

/**
 * Responds as if a delivery was recorded, optionally with a conflict, without using up an order of the demo.
 */
export function deliveredResponse(conflict: DeliveryConfirmed['conflict'] = null) {
  return async (route: Route): Promise<void> => {
    const input = deliveryIn(route.request().postData() ?? '');
    const cash = {
      success: true,
      error: null,
      new_total_fils: input.due_amount_fils,
      amount_fils: input.due_amount_fils,
    };
    const response: DeliveryConfirmed = {
      confirmation_id: newId(),
      outcome: conflict ? 'recorded_with_conflict' : 'delivered',
      conflict,
      order: {
        id: input.order_id,
        order_number: '10234',
        status: conflict ? 'cancelled' : 'completed',
        payment_status: 'paid',
        actual_delivery_time: input.occurred_at,
        delivery_duration_seconds: 1_500,
      },
      delivered_at: input.occurred_at,
      cash: input.tender === 'cash' ? cash : null,
    };
    await route.fulfill({ json: response });
  };
}

/** Returns the command from a JSON body or from a form with files. */
function deliveryIn(body: string): ConfirmDelivery {
  const [line = body] = body.split(/\r?\n/).filter((one) => one.startsWith('{"'));
  return JSON.parse(line) as ConfirmDelivery;
}
