import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/rules/sign-in/passwords.ts';
import { type OwnData, weaknessOf } from '../../../contract/rules/sign-in/weak-passwords.ts';
import { PRODUCT_NAME } from '../../product-name.ts';
import { useSession } from '../../session/use-session.ts';
import { problemTitle } from '../../words/server-words.ts';
import { whileHere } from '../../world/waiting.ts';

export type Passwords = { current: string; chosen: string; repeated: string };
export type IsCommon = (password: string) => boolean;

/** Why the server would refuse this password, as far as the device can tell; null when it would not. */
export function chosenProblem(
  { current, chosen }: Pick<Passwords, 'current' | 'chosen'>,
  own: OwnData,
  isCommon: IsCommon | null,
): string | null {
  if (chosen.length < MIN_PASSWORD_LENGTH) {
    return t`The new password needs at least ${MIN_PASSWORD_LENGTH} characters`;
  }
  // Said, not cut off by the field: a password that was pasted would be another than its owner thinks.
  if (chosen.length > MAX_PASSWORD_LENGTH) {
    return t`The new password can have at most ${MAX_PASSWORD_LENGTH} characters`;
  }
  if (chosen === current) return problemTitle('password_unchanged');
  const weakness = weaknessOf(chosen, own, isCommon);
  return weakness && problemTitle(weakness);
}

/** Says the first thing that is wrong with what was typed. Where the list of common passwords cannot be loaded, the server refuses them. */
export function usePasswordProblem(): (passwords: Pick<Passwords, 'current' | 'chosen'>) => string | null {
  const { user, profile } = useSession();
  const [isCommon, setIsCommon] = useState<IsCommon | null>(null);
  useEffect(() => {
    const list = import('../../../contract/rules/sign-in/common-passwords.ts');
    return whileHere(list, ({ isCommonPassword }) => setIsCommon(() => isCommonPassword));
  }, []);
  const own = {
    email: user?.email ?? '',
    full_name: profile?.full_name ?? '',
    product_name: PRODUCT_NAME,
  };
  return (passwords) => chosenProblem(passwords, own, isCommon);
}
