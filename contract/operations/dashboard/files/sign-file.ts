import { BUCKETS } from '../../../rules/storage-paths.ts';
import { change } from '../../definition.ts';
import { SAMPLE_FILE } from '../../samples.ts';

export const signFile = change({
  path: '/storage/v1/object/sign',
  access: 'signed_in',
  errors: ['not_found'],
  summary: 'Returns a link to one version of a file, valid for 60 seconds in this session',
  audit: { what: 'look_at_file', kind: 'proofs', subject: 'file', label: 'Viewed a proof' },
  sample: { body: { bucket: BUCKETS[0], path: SAMPLE_FILE.path, sha256: SAMPLE_FILE.sha256 } },
});
