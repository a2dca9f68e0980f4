/** Refuses the answer of a consent page that another site sent, with or without the user's cookie. */
import { ServiceError } from "#lib/platform/errors.ts";
import { requireSameOrigin } from "#lib/platform/http/same-origin.ts";

/**
 * A page without a referrer, as this one is, has its forms sent with `Origin: null`: that is taken when the browser says
 * besides that the form is ours.
 * @throws CROSS_ORIGIN
 */
export function requireOwnForm(request: Request, baseUrl: string): void {
  if (request.headers.get("origin") !== "null") return requireSameOrigin(request, baseUrl);
  if (request.headers.get("sec-fetch-site") !== "same-origin")
    throw new ServiceError("CROSS_ORIGIN");
}
