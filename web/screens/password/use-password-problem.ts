import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/rules/sign-in/passwords.ts';
import { type OwnData, weaknessOf } from '../../../contract/rules/sign-in/weak-passwords.ts';
import { untilUnmounted } from '../../environment/timing.ts';
import { localProblemTitle } from '../../messages/server-messages.ts';
import { PRODUCT_NAME } from '../../product-name.ts';
import { useSession } from '../../session/use-session.ts';

export type Passwords = { current: string; chosen: string; repeated: string };
export type IsCommon = (password: string) => boolean;

/**
 * Returns the reason why the server would refuse this password, as far as the device can check; else null.
 */
export function chosenProblem(
  { current, chosen }: Pick<Passwords, 'current' | 'chosen'>,
  own: OwnData,
  isCommon: IsCommon | null,
): string | null {
  if (chosen.length < MIN_PASSWORD_LENGTH) {
    return t`The new password needs at least ${MIN_PASSWORD_LENGTH} characters`;
  }
  // An error, not `maxLength`: the field would silently truncate a pasted password.
  if (chosen.length > MAX_PASSWORD_LENGTH) {
    return t`The new password can have at most ${MAX_PASSWORD_LENGTH} characters`;
  }
  if (chosen === current) return localProblemTitle('password_unchanged');
  const weakness = weaknessOf(chosen, own, isCommon);
  return weakness && localProblemTitle(weakness);
}

/**
 * Returns a function that finds the first problem. If the list of common passwords cannot be loaded, the
 * server checks.
 */
export function usePasswordProblem(): (passwords: Pick<Passwords, 'current' | 'chosen'>) => string | null {
  const { user, profile } = useSession();
  const [isCommon, setIsCommon] = useState<IsCommon | null>(null);
  useEffect(() => {
    const list = import('../../../contract/rules/sign-in/common-passwords.ts');
    return untilUnmounted(list, ({ isCommonPassword }) => setIsCommon(() => isCommonPassword));
  }, []);
  const own = {
    email: user?.email ?? '',
    full_name: profile?.full_name ?? '',
    product_name: PRODUCT_NAME,
  };
  return (passwords) => chosenProblem(passwords, own, isCommon);
}
