import type {
  CashRecord,
  CashSignature,
} from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import type { Bucket } from '../../../contract/rules/storage-paths.ts';
import type { Holder } from '../../cash/movements.ts';

/** A record as stored in its own table, with people and files by their ids. */
export type FoundRecord = Omit<
  CashRecord,
  | 'kind'
  | 'id'
  | 'from'
  | 'to'
  | 'waiting'
  | 'card_machine'
  | 'goods'
  | 'difference_outcome'
  | 'voided'
  | 'void_requested'
  | 'recorded_by'
  | 'signatures'
  | 'receipt'
  | 'slip'
> & {
  from: Holder;
  to: Holder;
  card_machine: { id: string; given: boolean; received: boolean } | null;
  recorded_by: string;
  bucket: Exclude<Bucket, 'order-deliveries'>;
  signatures: (Omit<CashSignature, 'full_name' | 'picture'> & { file_id: string })[];
  receipt_file_id: string | null;
  slip_file_id: string | null;
};
