/** The subset of XMLHttpRequest that the product uses for files, on top of `fetch`. Sends a body at once. */
export class FetchingRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = '';
  #asked = { method: 'GET', url: '', headers: new Headers() };
  #answered = new Headers();
  #limit = new AbortController();

  open(method: string, url: string): void {
    this.#asked = { method, url, headers: new Headers() };
  }

  setRequestHeader(name: string, value: string): void {
    this.#asked.headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  abort(): void {
    this.#limit.abort();
  }

  send(body: BodyInit): void {
    const { url, ...request } = this.#asked;
    void fetch(url, { ...request, body, signal: this.#limit.signal })
      .then(async (answer) => {
        this.upload.onprogress?.({ loaded: 1, total: 1 });
        this.responseText = await answer.text();
        this.status = answer.status;
        this.#answered = answer.headers;
        this.onload();
      })
      .catch(() => (this.#limit.signal.aborted ? this.onabort() : this.onerror()));
  }
}
