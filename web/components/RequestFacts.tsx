import type { CustomerRequest } from '../../contract/rules/orders/customer-request.ts';
import { classNames } from '../ui/class-names.ts';

/**
 * Lists the customer's requests in addition to the notes, labelled with the names that the order's source
 * gives.
 */
export function RequestFacts({
  requests = [],
  className,
}: {
  requests: readonly CustomerRequest[] | undefined;
  className: string;
}) {
  return requests.map(({ name, text }, at) => (
    <div key={[at, name].join(' ')} className={classNames('min-w-0', className)}>
      <dt className="wrap-anywhere text-muted text-sm">
        <bdi>{name}</bdi>
      </dt>
      <dd className="min-w-0 wrap-anywhere">
        <p dir="auto" className="whitespace-pre-line">
          {text}
        </p>
      </dd>
    </div>
  ));
}
