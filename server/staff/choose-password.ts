import { hashPassword, oneTimePassword } from '../identity/passwords.ts';

/** The hash of the password that was given, or of one that is made to be used once and answered. */
export async function choosePassword(
  given: string | undefined,
): Promise<{ password_hash: string; one_time_password: string | null }> {
  const password = given ?? oneTimePassword();
  return {
    password_hash: await hashPassword(password),
    one_time_password: given === undefined ? password : null,
  };
}
