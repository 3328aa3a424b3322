import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where file contents are kept. Keys for S3 come from the usual AWS variables. */
export type FilesSetting =
  | { kind: 'directory'; path: string }
  | { kind: 's3'; bucket: string; endpoint: string; region: string };

/** Reads FILES_URL: `file:///directory` or `s3://bucket?endpoint=…&region=…`. Throws what is wrong with it. */
export function filesSettingOf(text: string, data_dir: string): FilesSetting {
  if (text.startsWith('file:')) return { kind: 'directory', path: directoryOf(text, data_dir) };
  if (text.startsWith('s3:')) return bucketOf(text);
  throw new Error('must start with file:// or s3://');
}

function directoryOf(text: string, data_dir: string): string {
  const path = text.replace(/^file:\/\//, '');
  // A relative one, as in file://files, is meant from DATA_DIR; as a URL it would name a host.
  if (!isAbsolute(path) && !path.startsWith('/')) return resolve(data_dir, path);
  return resolve(fileURLToPath(text));
}

function bucketOf(text: string): FilesSetting {
  const form = 'must look like s3://bucket?endpoint=https://s3.example.com&region=me-central-1';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const region = url?.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url?.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!url?.hostname || !/^https?:\/\/[^/]/.test(endpoint) || !URL.canParse(endpoint)) throw new Error(form);
  return { kind: 's3', bucket: url.hostname, endpoint: endpoint.replace(/\/+$/, ''), region };
}
