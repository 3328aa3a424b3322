import { namedStaff, staffChanged } from '../../../schemas/staff.ts';

export const body = namedStaff;
export const response = staffChanged;
