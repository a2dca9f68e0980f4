/** The page of a failed request for consent: its text, its language, and that nothing in it runs. */
import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { oauthErrorPage } from "./error-page.ts";

describe("the error page", () => {
  test("shows a client's text as plain text, shortened, and never as markup", () => {
    const detail = `<img src=x onerror="alert('1')">${"x".repeat(5_000)}`;
    const { body } = oauthErrorPage({ problem: "request", code: "<b>", detail }, "en");
    expect(body).toContain("&lt;b&gt;: &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;");
    expect(body).not.toMatch(/<img|<b>|<script/);
    expect(body.length).toBeLessThan(6_000);
  });

  test("is never framed, cached or reported as a referrer, and its policy allows its own style only", () => {
    const { headers, body } = oauthErrorPage({ problem: "expired", code: "c" }, "en");
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? "";
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(body).not.toMatch(/ style=| on[a-z]+=/);
  });

  test("has a status for each problem, and the status that is given instead", () => {
    expect(oauthErrorPage({ problem: "expired", code: "c" }, "en").status).toBe(410);
    expect(oauthErrorPage({ problem: "client", code: "c" }, "en", 401).status).toBe(401);
  });

  test("runs from right to left in Arabic, with its code from left to right", () => {
    const { body } = oauthErrorPage({ problem: "client", code: "invalid_client" }, "ar");
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toContain('<code dir="ltr">invalid_client</code>');
  });
});
