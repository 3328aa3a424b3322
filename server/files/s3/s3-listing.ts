import { tagIn } from './s3-error.ts';

/** One page of a listing. `next` asks for the one behind it; null after the last. */
export type Listing = { objects: { key: string; put_at: Date }[]; next: string | null };

/** Whether it is an answer to ListObjectsV2: an empty list of files is not to be read out of a proxy's page. */
export function isListing(text: string): boolean {
  return /<ListBucketResult[\s>]/.test(text) && text.trimEnd().endsWith('</ListBucketResult>');
}

/** Reads a listing. */
export function readListing(xml: string): Listing {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => ({
    key: tagIn(one, 'Key') ?? '',
    put_at: new Date(tagIn(one, 'LastModified') ?? Number.NaN),
  }));
  return { objects, next: tagIn(xml, 'IsTruncated') === 'true' ? tagIn(xml, 'NextContinuationToken') : null };
}
