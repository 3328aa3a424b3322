import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { ProblemError } from '../../../api/errors.ts';
import { AsOf, ReadFailure } from '../../../components/ReadFrame.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loading } from '../../../ui/Skeleton.tsx';
import { AuditLink } from '../../audit/AuditLink.tsx';
import { PathOfCash } from '../../cash-path/PathOfCash.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import { Attempts } from './Attempts.tsx';
import { Deliveries } from './Deliveries.tsx';
import { OrderActions } from './OrderActions.tsx';
import { FormerDrivers, OrderFacts } from './OrderFacts.tsx';
import { OrderItems } from './OrderItems.tsx';
import { hasPayments, Payments } from './Payments.tsx';
import { Timeline } from './Timeline.tsx';
import { WaitNotice } from './WaitNotice.tsx';

/** All data of one order and its actions, updated while it is open. */
export function OrderDetails({ order_id }: { order_id: string }) {
  const read = useDeskRead('read_desk_order', { order_id });
  const { data, error, as_of } = read;
  if (!data) {
    if (isUnknown(error)) return <NoSuchOrder />;
    if (error) return <ReadFailure title={t`The order could not be loaded`} read={read} />;
    return <Loading text={t`Loading...`} shapes={['h-16', 'h-40', 'h-32']} />;
  }
  return (
    <div className="flex flex-col gap-6">
      {error && as_of && <AsOf as_of={as_of} />}
      <OrderSections page={data} />
    </div>
  );
}

function OrderSections({ page }: { page: OrderPage }) {
  const { attempts = [] } = page;
  return (
    <>
      <OrderActions key={page.order.id} page={page} />
      <WaitNotice order={page.order} />
      {attempts.length > 0 && (
        <Section title={t`Couldn't deliver`}>
          <Attempts attempts={attempts} order={page.order} />
        </Section>
      )}
      <OrderFacts page={page} />
      <Section title={t`Items`}>
        <OrderItems page={page} />
      </Section>
      {page.deliveries.length > 0 && (
        <Section title={t`Delivery`}>
          <Deliveries page={page} />
        </Section>
      )}
      {hasPayments(page) && (
        <Section title={t`Payments`}>
          <Payments page={page} />
        </Section>
      )}
      {page.deliveries.some(({ cash_fils }) => cash_fils > 0) && (
        <Section title={t`Path of the cash`}>
          <PathOfCash key={page.order.id} order_id={page.order.id} />
        </Section>
      )}
      {page.assignments.length > 1 && (
        <Section title={t`Drivers`}>
          <FormerDrivers page={page} />
        </Section>
      )}
      {page.history.length > 0 && (
        <Section title={t`History`}>
          <Timeline events={page.history} />
        </Section>
      )}
      <AuditLink to={{ about: `#${page.order.order_number}` }}>{t`All changes`}</AuditLink>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </section>
  );
}

/** True if the address names no order, or an order of another shop. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ProblemError && ['not_found', 'invalid_input'].includes(error.problem.code);
}

function NoSuchOrder() {
  return (
    <EmptyState
      icon={CircleAlert}
      title={t`Order not found`}
      description={t`It may belong to another shop, or the address is incomplete.`}
    />
  );
}
