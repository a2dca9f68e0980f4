/** Headers that the Host adds to answers of all handlers. */
import type { ServerResponse } from "node:http";
import type { Quota } from "./quota.ts";
import { quotaHeaders } from "./rate-limits.ts";

/** Headers of every answer, static files and probes included. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
};

/** Further headers of every answer, streams and refusals included, of an app that browsers reach at `baseUrl`. */
export function transportHeaders(baseUrl: string): Record<string, string> {
  // Browsers ignore it over plain HTTP, and a local app has no TLS to promise. The preload lists of browsers require two
  // years; subdomains are included, because one over plain HTTP could set cookies for this host.
  return baseUrl.startsWith("https://")
    ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }
    : {};
}

/** Headers of private API answers: no page of another site may embed them. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Writes `quota` into the headers of `response`, unless the handler announces a tighter one. Next does not overwrite
 * headers that are already set, so this is written last.
 */
export function showQuota(response: ServerResponse, quota: Quota): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]): ServerResponse => {
    const given = rest.at(-1);
    if (typeof given === "object" && given !== null && !Array.isArray(given)) {
      rest.pop();
      for (const [name, value] of Object.entries(given)) {
        if (value !== undefined) response.setHeader(name, value);
      }
    }
    const announced = announcedQuota(response);
    const quotas: [Quota, ...Quota[]] = announced === undefined ? [quota] : [quota, announced];
    for (const [name, value] of Object.entries(quotaHeaders(...quotas))) {
      response.setHeader(name, value);
    }
    return writeHead(status, ...rest);
  };
}

function announcedQuota(response: ServerResponse): Quota | undefined {
  if (!response.hasHeader("RateLimit-Remaining")) return undefined;
  const [limit = 0, remaining = 0, resetSeconds = 0] = ["Limit", "Remaining", "Reset"].map((part) =>
    Number(response.getHeader(`RateLimit-${part}`)),
  );
  return { allowed: true, limit, remaining, resetSeconds };
}
