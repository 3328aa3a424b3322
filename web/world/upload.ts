/** Answers that have no body, by their status: a Response of them must be made without one. */
const EMPTY: readonly number[] = [204, 205, 304];

/** As `fetch`, and tells meanwhile which share of the body has left, from 0 to 1: `fetch` cannot. Null in a worker, which has no such request. */
export const upload = typeof XMLHttpRequest === 'undefined' ? null : sendTelling;

function sendTelling(
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
    request.onload = settle(() => resolve(answerOf(request)));
    request.onerror = settle(() => reject(new TypeError('Nothing was answered')));
    request.onabort = settle(() => reject(signal?.reason));
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return new Response(EMPTY.includes(status) ? null : responseText, { status, headers });
}
