import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { profileFailed } from '../../api/problem-words.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Signed in, but the server knows no profile for this user (ruling C4). */
export function ProfileProblem({ error }: { error: unknown }) {
  const { refreshProfile, signOut } = useSession();
  const { title, description } = profileFailed(error);
  return (
    <Notice
      tone="danger"
      icon={CircleAlert}
      title={title}
      action={
        <>
          <Button variant="secondary" onClick={() => void refreshProfile()}>
            {t`Retry`}
          </Button>
          <Button variant="secondary" onClick={() => void signOut()}>
            {t`Sign Out`}
          </Button>
        </>
      }
    >
      {description}
    </Notice>
  );
}
