/** An answer with a status or headers of its own. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: HeadersInit | undefined;

  constructor(status: number, body: unknown, headers?: HeadersInit) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Answers `body` as JSON with `status`; `undefined` is an empty body. */
export function respond(status: number, body?: unknown, headers?: HeadersInit): Reply {
  return new Reply(status, body, headers);
}
