/** One HTTP exchange with the venue. */

const TIMEOUT_MS = 5000;

/** A refusal of the venue, with its code; status 0 when there was no answer at all. */
export class VenueError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: {
    status: number;
    code: string;
    message: string;
    retryAfterSeconds?: number | undefined;
  }) {
    super(refusal.message);
    this.name = "VenueError";
    this.status = refusal.status;
    this.code = refusal.code;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }

  /** True for a refusal of this one request; false when the venue is away or busy. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 401 && this.status !== 429;
  }
}

export type VenueRequest = {
  method?: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};

/** Sends JSON and reads JSON. @throws VenueError for every answer that is not 2xx, and for none. */
export async function requestVenue<Answer>(
  baseUrl: string,
  request: VenueRequest,
): Promise<Answer> {
  const hasBody = request.body !== undefined;
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${request.path}`, {
      method: request.method ?? "GET",
      headers: { ...(hasBody && { "content-type": "application/json" }), ...request.headers },
      body: hasBody ? JSON.stringify(request.body) : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new VenueError({ status: 0, code: "VENUE_UNREACHABLE", message });
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  const body = (answer ?? {}) as { error?: string; message?: string };
  const retryAfter = Number(response.headers.get("retry-after"));
  throw new VenueError({
    status: response.status,
    code: body.error ?? "UNKNOWN",
    message: body.message ?? `The venue answered ${response.status}.`,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}
