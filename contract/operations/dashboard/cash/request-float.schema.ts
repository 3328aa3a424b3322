import { approvalRequested } from '../../../schemas/approvals.ts';
import { body as float } from './record-float.schema.ts';

export const body = float;

export const response = approvalRequested;
