export { approvalRequested as response } from '../../../schemas/approvals.ts';
export { body } from './record-float.schema.ts';
