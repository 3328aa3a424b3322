import { t } from '@lingui/core/macro';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndpointResult, ReadName } from '../../api/use-endpoint.ts';
import { AsOf, ReadFailure } from '../../components/ReadFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';

type Props<Data> = {
  read: Pick<EndpointResult<ReadName>, 'error' | 'isFetching' | 'refetch'> & {
    data: Data | undefined;
    as_of: Date | null;
  };
  /** The title if the list could not be read. */
  failed: string;
  /** Without these two, the children are shown in any case. */
  isEmpty?: (data: Data) => boolean;
  empty?: { icon: LucideIcon; title: string; description?: ReactNode; action?: ReactNode };
  children: (data: Data) => ReactNode;
};

const ROWS = Array.from({ length: 8 }, () => 'h-9');

/** A list in every state: data, empty, failed, loading, and the time of the data if a refresh failed. */
export function ListFrame<Data>({ read, failed, isEmpty, empty, children }: Props<Data>) {
  const { data, as_of, error } = read;
  if (data === undefined) {
    if (error) return <ReadFailure title={failed} read={read} />;
    return <Loading text={t`Loading...`} shapes={ROWS} className="flex flex-col gap-px" />;
  }
  return (
    <>
      {empty && isEmpty?.(data) ? <EmptyState {...empty} /> : children(data)}
      {error && as_of && <AsOf as_of={as_of} />}
    </>
  );
}
