import type { Endpoint } from '../../definition.ts';

export const putFile = {
  method: 'put',
  path: '/storage/v1/object/{bucket}/{path}',
  access: 'signed_in',
  command: false,
  errors: [
    'not_found',
    'file_type',
    'file_hash',
    'too_many_uploads',
    'too_large',
    'storage_full',
    'storage_unavailable',
  ],
  summary: 'Stores one file under its bucket and path; repeating it with the same bytes changes nothing',
  grants: ['insert files', 'update files.uploaded_at'],
} as const satisfies Endpoint;
