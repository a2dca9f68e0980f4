import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, pageHeaders } from "./security-headers.ts";

/** The directives of the policy, each with its sources. */
function policyOf(...given: Parameters<typeof contentSecurityPolicy>): Map<string, string[]> {
  const rules = contentSecurityPolicy(...given).split("; ");
  const pairs = rules.map((rule): [string, string[]] => {
    const [name = "", ...sources] = rule.split(" ");
    return [name, sources];
  });
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length);
  return new Map(pairs);
}

describe("the content security policy", () => {
  it("allows scripts only with the answer's nonce: nothing inline, nothing evaluated", () => {
    const scripts = policyOf("bm9uY2U=").get("script-src");
    expect(scripts).toEqual(["'self'", "'nonce-bm9uY2U='", "'strict-dynamic'"]);
  });

  it("names no source outside of this origin, and no script directive that would override it", () => {
    const policy = policyOf("x");
    const own = new Set(["'self'", "'none'", "'nonce-x'", "'strict-dynamic'", "data:"]);
    for (const [name, sources] of policy) {
      if (name === "style-src") expect(sources).toEqual(["'self'", "'unsafe-inline'"]);
      else for (const source of sources) expect(own).toContain(source);
    }
    expect(policy.get("img-src")).toEqual(["'self'", "data:"]);
    for (const name of ["script-src-elem", "script-src-attr", "frame-src"]) {
      expect(policy.has(name)).toBe(false);
    }
    expect(policy.get("worker-src")).toEqual(["'self'"]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
  });

  it("allows React's and Next's tools only in development", () => {
    const policy = policyOf("x", { development: true });
    expect(policy.get("script-src")).toContain("'unsafe-eval'");
    expect(policy.get("connect-src")).toEqual(["'self'", "ws:"]);
    expect(contentSecurityPolicy("x", { development: false })).not.toMatch(/unsafe-eval|ws:/);
  });

  it("forbids frames, foreign form targets and plug-ins", () => {
    const policy = policyOf("x");
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("connect-src")).toEqual(["'self'"]);
  });

  it("allows scripts to ask the given origins besides their own", () => {
    const connectTargets = ["https://relay.example", "https://routes.example"];
    const policy = policyOf("x", { connectTargets });
    expect(policy.get("connect-src")).toEqual(["'self'", ...connectTargets]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
  });

  it("allows forms to lead to the one given origin besides its own", () => {
    const policy = policyOf("x", { formTarget: "https://app.example" });
    expect(policy.get("form-action")).toEqual(["'self'", "https://app.example"]);
  });
});

describe("the other headers of a page", () => {
  it("prevent framing, embedding by other sites and type sniffing", () => {
    expect(pageHeaders("/")).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it("let other sites show the image of a partner's link, and nothing else", () => {
    const policy = (path: string) => pageHeaders(path)["cross-origin-resource-policy"];
    expect(policy("/r/ada/card.png")).toBe("cross-origin");
    for (const path of ["/r/ada", "/r/a/b/card.png", "/r/ada/card.png/x", "/x/r/ada/card.png"])
      expect(policy(path), path).toBe("same-origin");
  });

  it.each([
    "/sign-in",
    "/sign-in/",
    "/sign-in/email",
    "/SIGN-IN/email",
    "/sign-in%2Femail",
    "/oauth/consent/uid",
  ])("send no referrer from %s, which receives tokens", (path) => {
    expect(pageHeaders(path)["referrer-policy"]).toBe("no-referrer");
  });

  it.each(["/", "/settings", "/sign-inn", "/settings/sign-in"])(
    "send the address of %s as referrer to this origin only",
    (path) => {
      expect(pageHeaders(path)["referrer-policy"]).toBe("same-origin");
    },
  );
});
