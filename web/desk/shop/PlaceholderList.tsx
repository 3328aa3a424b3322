import { t } from '@lingui/core/macro';
import {
  MESSAGE_PLACEHOLDERS,
  type MessagePlaceholder,
} from '../../../contract/rules/messages-to-customers.ts';

/** The placeholders of templates and their values. */
export function PlaceholderList() {
  const meanings: Record<MessagePlaceholder, string> = {
    customer: t`The customer's name`,
    shop: t`The shop's name`,
    driver: t`The driver's name`,
    order: t`The order's number`,
    amount: t`The amount to pay, or that there is nothing to pay`,
    tender: t`The payment to have ready, as a sentence`,
    window: t`The promised time, as a sentence`,
    reason: t`The reason why the order was not delivered`,
    next: t`The time of the next attempt, as a sentence`,
  };
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2 font-medium lg:min-h-8 lg:py-1">{t`Placeholders`}</summary>
      <p className="pb-2 text-muted">
        {t`They are replaced in each message. A placeholder without a value is removed with its punctuation.`}
      </p>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {MESSAGE_PLACEHOLDERS.map((name) => (
          <div key={name} className="contents">
            <dt>
              <code dir="ltr">{`{${name}}`}</code>
            </dt>
            <dd className="text-muted">{meanings[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
