/** Statuses of responses without a body: the Response constructor rejects a body for them. */
const EMPTY: readonly number[] = [204, 205, 304];

/**
 * Sends like `fetch`, and reports the share of the body sent so far, from 0 to 1, which `fetch` cannot. Null
 * in workers, which have no XMLHttpRequest.
 */
export const upload = typeof XMLHttpRequest === 'undefined' ? null : sendWithProgress;

function sendWithProgress(
  url: string,
  { method = 'PUT', headers, body, signal }: RequestInit,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (end: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      end();
    };
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', abort);
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onload = settle(() => resolve(responseOf(request)));
    request.onerror = settle(() => reject(new TypeError('No response arrived')));
    request.onabort = settle(() => reject(signal?.reason));
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return new Response(EMPTY.includes(status) ? null : responseText, { status, headers });
}
