/** Headers of every page: what it may load, and who may embed it. */

type PolicyOptions = {
  development?: boolean;
  /** Further origins to which forms of the page may lead: redirects behind a form count as its target. */
  formTarget?: string | undefined;
  /** Further origins that scripts may ask: sources of swaps give their quotes to browsers alone. */
  connectTargets?: readonly string[] | undefined;
};

/**
 * The content security policy of one answer. Scripts run only with this answer's `nonce`, or loaded by one that did.
 * Styles may be inline: charts, menus and toasts position themselves with style attributes, which take no nonce.
 * In development React evaluates text to show stacks of the server, and hot reload comes over a WebSocket.
 */
export function contentSecurityPolicy(
  nonce: string,
  { development = false, formTarget, connectTargets = [] }: PolicyOptions = {},
): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // The service worker that shows notifications: without this the rule for scripts would hold, which names no address.
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTargets, ...(development ? ["ws:"] : [])].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${formTarget === undefined ? "" : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Addresses of these pages carry tokens or follow pages that do, so no other site may learn them as a referrer. */
const CARRIES_TOKENS = /^\/+(?:sign-in|oauth)(?:[/%]|$)/i;

/** The image of a partner's link: other sites show it. */
const SHOWN_ELSEWHERE = /^\/r\/[^/]+\/card\.png$/;

/** The other headers of the page at `path`. */
export function pageHeaders(path: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": CARRIES_TOKENS.test(path) ? "no-referrer" : "same-origin",
    // Wallets may open a window of their own and talk to it; no other window gets a handle on ours.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    // Other sites cannot load our pages as scripts or images and measure the result.
    "cross-origin-resource-policy": SHOWN_ELSEWHERE.test(path) ? "cross-origin" : "same-origin",
    "permissions-policy":
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()",
  };
}
