/** Refuses a consent form that another site sent, with or without the user's cookie. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { requireSameOrigin } from "#lib/platform/http/csrf-guard.ts";

/**
 * Browsers send forms of a page without referrer, such as this one, with `Origin: null`. That is accepted when
 * Sec-Fetch-Site confirms the same origin.
 * @throws CROSS_ORIGIN
 */
export function requireOwnForm(request: Request, baseUrl: string): void {
  if (request.headers.get("origin") !== "null") return requireSameOrigin(request, baseUrl);
  if (request.headers.get("sec-fetch-site") !== "same-origin")
    throw new ServiceError("CROSS_ORIGIN");
}
