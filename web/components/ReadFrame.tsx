import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { NoResponse } from '../api/errors.ts';
import { messageOf } from '../api/problem-messages.ts';
import type { EndpointResult, ReadName } from '../api/use-endpoint.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useOnline } from '../ui/use-online.ts';
import { useTimeZone } from './open-screen.ts';
import { shortTime } from './short-time.ts';
import { useShownAge } from './shown-age.ts';

type Failing = Pick<EndpointResult<ReadName>, 'error' | 'isFetching' | 'refetch'>;

type Props<Data> = {
  read: Failing & { data: Data | undefined; as_of: Date | null };
  /** True if another part of the page already reports that newer figures could not be loaded. */
  quiet?: boolean;
  /** The title shown when the request failed and there is no data. */
  failed: string;
  /** The placeholder shown while the first data is loading. */
  loading: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * Shows loaded data, with its age if a later request failed. Without data: the placeholder or the failure.
 */
export function ReadFrame<Data>({ read, quiet, failed, loading, children }: Props<Data>) {
  const { data, as_of, error } = read;
  useShownAge(data ? as_of : null, error !== null);
  if (!data) return error ? <ReadFailure title={failed} read={read} /> : loading;
  return (
    <>
      {error && as_of && !quiet && <AsOf as_of={as_of} />}
      {children(data)}
    </>
  );
}

/**
 * Reports that nothing could be loaded, with a retry button. Offline, the line at the top gives the reason.
 */
export function ReadFailure({ title, read }: { title: string; read: Failing }) {
  const is_offline = !useOnline() && read.error instanceof NoResponse;
  return (
    <EmptyState
      icon={CircleAlert}
      title={title}
      description={!is_offline && messageOf(read.error)}
      action={
        <Button variant="secondary" busy={read.isFetching} onClick={() => void read.refetch()}>
          {t`Retry`}
        </Button>
      }
    />
  );
}

/** Shows the age of the figures after a newer request failed. Offline, the line at the top shows it. */
export function AsOf({ as_of }: { as_of: Date }) {
  const time_zone = useTimeZone();
  useShownAge(as_of, true);
  if (!useOnline()) return null;
  return (
    <p role="status" className="text-muted text-sm">
      {/* "As of" begins a label here (sic). */}
      {t`As of ${shortTime(as_of, time_zone)}. Newer figures could not be loaded yet.`}
    </p>
  );
}

type Marked = Pick<EndpointResult<ReadName>, 'as_of' | 'from_device' | 'error'>;

/** Marks stored figures of an earlier visit while newer ones load; next to the heading, so nothing moves. */
export function AsOfMark({ read }: { read: Marked }) {
  const time_zone = useTimeZone();
  const online = useOnline();
  if (!online || !read.from_device || read.error || !read.as_of) return null;
  return (
    <p role="status" className="text-muted text-sm">
      {t`As of ${shortTime(read.as_of, time_zone)}`}
    </p>
  );
}
