import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Reading, read } from '../read-settings.ts';

/** A bucket in S3 or a compatible store. */
export type BucketSetting = {
  kind: 's3';
  bucket: string;
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
  keys: { access_key_id: string; secret_access_key: string; session_token: string | null };
};

/** The place where file contents are stored. */
export type FilesSetting = { kind: 'directory'; path: string } | BucketSetting;

/**
 * Reads FILES_URL, `file:///directory` or `s3://bucket?endpoint=…&region=…`, and for a bucket its keys from
 * the usual AWS variables.
 */
export function readFilesSetting(reading: Reading, data_dir: string): FilesSetting {
  const known = (name: string) => read<string | null>(reading, name, null, (text) => text);
  const given = {
    AWS_ACCESS_KEY_ID: known('AWS_ACCESS_KEY_ID'),
    AWS_SECRET_ACCESS_KEY: known('AWS_SECRET_ACCESS_KEY'),
  };
  const session_token = known('AWS_SESSION_TOKEN');
  const required = (name: keyof typeof given) => {
    if (given[name] === null)
      reading.problems.push(`${name} is required with a FILES_URL that names a bucket`);
    return given[name] ?? '';
  };
  const in_directory: FilesSetting = { kind: 'directory', path: resolve(data_dir, 'files') };
  return read<FilesSetting>(reading, 'FILES_URL', in_directory, (text) => {
    if (text.startsWith('file:')) return { kind: 'directory', path: directoryOf(text, data_dir) };
    if (!text.startsWith('s3:')) throw new Error('must start with file:// or s3://');
    // Checked before the address, which may be invalid too: all problems are reported together.
    const access_key_id = required('AWS_ACCESS_KEY_ID');
    const secret_access_key = required('AWS_SECRET_ACCESS_KEY');
    return { ...bucketOf(text), keys: { access_key_id, secret_access_key, session_token } };
  });
}

function directoryOf(text: string, data_dir: string): string {
  const path = text.replace(/^file:\/\//, '');
  // A relative path, as in file://files, is relative to DATA_DIR; a URL parser would take it as a host name.
  if (!isAbsolute(path) && !path.startsWith('/')) return resolve(data_dir, path);
  return resolve(fileURLToPath(text));
}

function bucketOf(text: string): Omit<BucketSetting, 'keys'> {
  const form = 'must look like s3://bucket?endpoint=https://s3.example.com&region=me-central-1';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const region = url?.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url?.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const is_plain = URL.canParse(endpoint) && !/[@?#]/.test(endpoint);
  const is_bucket = url?.hostname && /^\/?$/.test(url.pathname);
  // The endpoint is logged, so it must not contain user names or passwords.
  if (!is_bucket || !is_plain || !/^https?:\/\/[^/]/.test(endpoint)) throw new Error(form);
  return { kind: 's3', bucket: url.hostname, endpoint: endpoint.replace(/\/+$/, ''), region };
}
