import { profileFailed } from '../api/problem-words.ts';
import { useSession } from '../session/use-session.ts';
import { useFailureToast } from '../ui/use-failure-toast.ts';

/** Says that the profile could not be fetched, on whatever page that happens. */
export function useProfileErrorToast(): void {
  const { profile, profile_error } = useSession();
  useFailureToast(
    { error: profile_error?.error, isSuccess: profile !== null && !profile_error },
    profileFailed,
  );
}
