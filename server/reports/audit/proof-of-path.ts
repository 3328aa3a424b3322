import { type Bucket, parseDeliveryPath } from '../../../contract/rules/storage-paths.ts';
import type { AuditSubject } from '../../../contract/schemas/audit.ts';

/** A viewed file, identified by its path. `name`: an order number, a reference or part of the path. */
export type Proof = { kind: AuditSubject; name: string };

export function proofOfPath(bucket: Bucket, path: string): Proof {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const stem = file.replace(/\.\w+$/, '');
  if (bucket === 'order-deliveries') {
    const name = parseDeliveryPath(path)?.order ?? stem;
    return { kind: file.endsWith('.jpg') ? 'photo' : 'note', name };
  }
  if (bucket === 'bank-deposits') {
    const [, reference = stem, beside = ''] = /^(BD-\d+)(.*)$/.exec(stem) ?? [];
    if (beside === '-invoice') return { kind: 'slip', name: reference };
    return { kind: beside === '-signature' ? 'signature' : 'receipt', name: reference };
  }
  return handoverProof(path, stem);
}

/**
 * Identifies a file of a handover. A start's receipt is named after the driver, so the folder's day is added.
 */
function handoverProof(path: string, stem: string): Proof {
  const [, reference] = /((?:SOD|EOD|FL)-[\d-]*\d)/.exec(stem) ?? [];
  if (/^(receipt-|FL-\d+$)/.test(stem)) return { kind: 'receipt', name: reference ?? stem };
  if (/^SOD\//.test(path) && !path.includes('/signatures/')) {
    const day = path.split('/').at(-2) ?? '';
    return { kind: 'receipt', name: `SOD ${day} ${stem}` };
  }
  return { kind: 'signature', name: reference ?? stem };
}
