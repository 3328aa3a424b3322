import { errorCode } from '../error-code.ts';
import { Problem } from '../problem.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Waits for the insertion of a row whose id the device generated. Throws `invalid_input` if another command
 * has recorded a row with this id.
 */
export async function refuseUsedId(field: string, adding: Promise<void>): Promise<void> {
  try {
    await adding;
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw Problem.ofInput(field, 'is the id of another record');
  }
}
