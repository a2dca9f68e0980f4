import { expect, it } from "vitest";
import { contentSecurityPolicy, PAGE_HEADERS } from "./page-headers.ts";

it("lets scripts run by the answer's nonce only: nothing inline, nothing evaluated", () => {
  const policy = contentSecurityPolicy("bm9uY2U=");
  const scripts = policy.split("; ").find((rule) => rule.startsWith("script-src"));
  expect(scripts).toBe("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
  expect(policy).not.toContain("unsafe-eval");
});

it("lets React's and Next's tools in while developing, and then only", () => {
  const policy = contentSecurityPolicy("x", { development: true });
  expect(policy).toContain("script-src 'self' 'nonce-x' 'strict-dynamic' 'unsafe-eval';");
  expect(policy).toContain("connect-src 'self' ws:;");
  expect(contentSecurityPolicy("x", { development: false })).not.toMatch(/unsafe-eval|ws:/);
});

it("keeps pages out of frames, forms at home and plug-ins away", () => {
  const policy = contentSecurityPolicy("x");
  for (const rule of [
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "connect-src 'self'",
  ]) {
    expect(policy).toContain(rule);
  }
  expect(PAGE_HEADERS["x-frame-options"]).toBe("DENY");
});
