import { t } from '@lingui/core/macro';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { PROFILE_PATH } from '../components/dashboard-paths.ts';
import { PageHeading } from '../components/PageHeading.tsx';
import { buttonClasses } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** A screen opened with the wrong role (ruling C1). */
export function NoAccess() {
  return (
    <>
      <PageHeading />
      <EmptyState
        icon={Lock}
        title={t`You don't have access to this page`}
        description={t`It belongs to another role. Ask your manager if you think you should see it.`}
        action={
          <Link to={PROFILE_PATH} className={buttonClasses('secondary')}>
            {t`Go to Profile`}
          </Link>
        }
      />
    </>
  );
}
