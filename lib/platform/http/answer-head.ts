/** What the Host adds to the head of an answer that others write. */
import type { ServerResponse } from "node:http";
import { quotaHeaders } from "./limits.ts";
import type { Quota } from "./rate-limit.ts";

/** Headers of every answer, whoever writes it: built files and probes have no others of this kind. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
};

/** More headers of every answer, streams and refusals included, of an app that browsers reach by `baseUrl`. */
export function transportHeaders(baseUrl: string): Record<string, string> {
  // Over plain HTTP browsers ignore it, and a local app must not promise what it does not have. Two years are the least that
  // browsers' own lists ask for; subdomains, because one over plain HTTP could set cookies for this one.
  return baseUrl.startsWith("https://")
    ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }
    : {};
}

/** Headers of answers of the API that are somebody's own: no page of another site embeds them. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Tells `quota` in the head of `response`, unless whoever answers tells of one that is tighter. Next takes over only headers
 * that are not there yet, so it is written last.
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
    const told = announcedQuota(response);
    const quotas: [Quota, ...Quota[]] = told === undefined ? [quota] : [quota, told];
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
