/** Headers of every page: what a page may load, and who may look at it. */

/**
 * The content security policy of one answer. Scripts run only with this answer's `nonce`, or loaded by one that did.
 * Styles may be inline: charts, menus and toasts position themselves with style attributes, which take no nonce.
 * In development React evaluates text to show stacks of the server, and hot reload comes over a WebSocket.
 */
export function contentSecurityPolicy(nonce: string, { development = false } = {}): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers that are the same for every page. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  // Wallets may open a window of their own and talk to it; nobody else gets a handle on ours.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()",
};
