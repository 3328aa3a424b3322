import { Hourglass } from 'lucide-react';
import { PageHeading } from '../../components/PageHeading.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The place of a screen that this version does not have. */
export function NotAvailableYet({ title }: { title: string }) {
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={<Hourglass size={28} strokeWidth={1.75} aria-hidden="true" />}
        title="This part is not available yet."
        description="It comes with a later version. Your other pages work as usual."
      />
    </>
  );
}
