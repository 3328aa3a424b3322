import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/problem-words.ts';
import type { EndpointResult } from '../../api/use-endpoint.ts';
import { ReadFailure } from '../../ui/ReadFailure.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';

/** The form and, beside or below it, today's handovers. */
export function HandoverColumns({ form, today }: { form: ReactNode; today: ReactNode }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[3fr_2fr] lg:items-start">
      <div className="min-w-0">{form}</div>
      {today}
    </div>
  );
}

/** In place of the form while it is not known who can be handed cash. */
export function NoDriversYet({ read }: { read: EndpointResult<'list_handover_drivers'> }) {
  if (read.error) {
    return (
      <ReadFailure
        title={t`The drivers could not be loaded`}
        message={messageOf(read.error)}
        busy={read.isFetching}
        onRetry={read.refetch}
      />
    );
  }
  return (
    <Loading text={t`Loading drivers...`}>
      <Skeleton className="h-[34rem]" />
    </Loading>
  );
}
