/** A partner's link: its target, the cookie that it sets, and the visits that set none. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountTables, openAccountTables } from "#lib/identity/accounts/accounts.testing.ts";
import {
  makePartner,
  makeUser,
  signedInCookie,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { referralUrl } from "#lib/partner/profile/partner.ts";
import { addressCookie } from "#lib/partner/referrals/address-code.ts";
import {
  followedLinkOf,
  forgottenReferral,
  referralCookie,
} from "#lib/partner/referrals/referral-cookie.ts";
import { restoreSettings, stubSettings } from "#lib/platform/config/config.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { limitOf } from "#lib/server/request-limits.ts";
import * as link from "./route.ts";

let tables: AccountTables;
let owner: TestPartner;
beforeAll(async () => {
  tables = await openAccountTables();
  owner = await makePartner(tables.db, "ada-1");
  await makePartner(tables.db, "bob-1");
});
afterAll(async () => {
  setHttpRuntime();
  await tables.close();
});

async function follow(
  code: string,
  { query = "", ...init }: { query?: string; method?: string; headers?: HeadersInit } = {},
) {
  const request = new Request(`http://localhost:3000/r/${encodeURIComponent(code)}${query}`, init);
  const answer = await link.GET(request, { params: Promise.resolve({ code }) });
  const { status, headers } = answer;
  return {
    status,
    location: headers.get("location"),
    cookies: headers.getSetCookie(),
    caching: headers.get("cache-control"),
    html: await answer.text(),
  };
}

/** The target of a page's automatic redirect. */
const goesTo = (next: string) => `<meta http-equiv="refresh" content="0;url=${next}">`;

const COOKIE = "svc_ref=ada-1; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax";

describe("a partner's link", () => {
  it("leads to the markets, and the browser keeps the code for 90 days", async () => {
    const { html, ...answer } = await follow("ada-1");
    expect(answer).toEqual({ status: 200, location: null, cookies: [COOKIE], caching: "no-store" });
    expect(html).toContain(goesTo("/?ref=ada-1"));
    expect(html).toContain('<a class="button" href="/?ref=ada-1">Continue</a>');
    expect(html).not.toContain("<script");
  });

  it.each(["image", "iframe", "empty"])("that a page embeds as %s is no visit", async (part) => {
    const answer = await follow("ada-1", {
      headers: { "sec-fetch-dest": part, "user-agent": "Browser" },
    });
    expect([answer.status, answer.cookies]).toEqual([200, []]);
  });

  it("that its owner follows sets no cookie and counts no click", async () => {
    const cookie = await signedInCookie(tables.db, owner.actor.userId);
    const headers = { "user-agent": "Browser", cookie };
    const answer = await follow("ada-1", { headers });
    expect([answer.status, answer.cookies]).toEqual([200, []]);
    expect(answer.html).toContain("This is your own link");
    expect(answer.html).not.toContain("http-equiv");
  });

  it("that somebody with an account follows changes nothing for the account, says so, and counts no click", async () => {
    const cookie = await signedInCookie(tables.db, owner.actor.userId);
    const headers = { "user-agent": "Browser", cookie };
    const { html, cookies } = await follow("bob-1", { headers, query: "?to=/account" });
    expect(cookies).toEqual([COOKIE.replace("ada-1", "bob-1")]);
    expect(html).toContain("You already have an account");
    expect(html).toContain('<a class="button" href="/account">Continue</a>');
    expect(html).not.toContain('href="/settings#referral-code"');
    expect(html).not.toContain("http-equiv");
  });

  it("that somebody with a new account follows says where the code can still be entered", async () => {
    const { userId } = await makeUser(tables.db, "a-new-wallet", Date.now());
    const cookie = await signedInCookie(tables.db, userId);
    const { html } = await follow("bob-1", { headers: { "user-agent": "Browser", cookie } });
    expect(html).toContain("You can still enter the code");
    expect(html).toContain('href="/settings#referral-code"');
  });

  it("shows the partner's card in previews, in the requested language", async () => {
    const { html } = await follow("ADA-1");
    const link = "http://localhost:3000/r/ada-1";
    expect(html).toContain(`<meta property="og:url" content="${link}">`);
    expect(html).toContain(`<meta property="og:image" content="${link}/card.png">`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(html).toContain('<meta property="og:title" content="10% off fees, for life">');
    const german = await follow("ada-1", { headers: { "accept-language": "de" } });
    expect(german.html).toContain('<html lang="de" dir="ltr">');
    expect(german.html).toMatch(/og:description" content="Wer sich über den Link von ada-1 /);
  });

  it("works in capitals too", async () => {
    expect(await follow("ADA-1")).toMatchObject({ cookies: [COOKIE] });
  });

  it("replaces the code of the link that was followed before", async () => {
    const headers = { cookie: "svc_ref=somebody-else" };
    expect(await follow("ada-1", { headers })).toMatchObject({ cookies: [COOKIE] });
  });

  it.each([
    ["/trade/BTCUSDC", "/trade/BTCUSDC?ref=ada-1"],
    ["/account?tab=fills", "/account?tab=fills&amp;ref=ada-1"],
    ["/docs/venue#fees", "/docs/venue?ref=ada-1#fees"],
    ['/"><script>', "/%22%3E%3Cscript%3E?ref=ada-1"],
    ["/account?a=1&b=2", "/account?a=1&amp;b=2&amp;ref=ada-1"],
    ["https://evil.example/", "/?ref=ada-1"],
    ["//evil.example", "/?ref=ada-1"],
    ["/\\evil.example", "/?ref=ada-1"],
    ["/.//evil.example", "/?ref=ada-1"],
    ["javascript:alert(1)", "/?ref=ada-1"],
    ["/a\r\nset-cookie: x=y", "/?ref=ada-1"],
    ["/api/auth/signout", "/?ref=ada-1"],
  ])("with the target %j leads to %s", async (to, next) => {
    const query = `?gclid=x&to=${encodeURIComponent(to)}`;
    const { html } = await follow("ada-1", { query });
    expect(html).toContain(goesTo(next));
    expect(html).toContain(`href="${next}"`);
  });

  it.each(["nobody", "x", "", "x".repeat(64), "x".repeat(2_000), "__proto__"])(
    "with an unknown code (%j) says so and waits, and nothing is stored",
    async (code) => {
      const query = "?to=/trade/BTCUSDC";
      const headers = { cookie: "svc_ref=ada-1" };
      const { html, ...answer } = await follow(code, { query, headers });
      expect(answer).toEqual({ status: 404, location: null, cookies: [], caching: "no-store" });
      expect(html).toContain("This partner link is not known");
      expect(html).toContain('<a class="button" href="/trade/BTCUSDC">Continue without it</a>');
      expect(html).not.toContain("http-equiv");
    },
  );

  it("with an unknown code shows it as text, also in a hostile form", async () => {
    const { html } = await follow("<img src=x>".padEnd(2_000, "y"));
    expect(html).toContain("<bdi>/r/&lt;img src=x&gt;");
    expect(html.length).toBeLessThan(6_000);
  });

  it("that is only previewed stores nothing in the browser", async () => {
    expect(await follow("ada-1", { method: "HEAD" })).toMatchObject({ status: 200, cookies: [] });
  });

  it.each([
    { "sec-purpose": "prefetch;prerender" },
    { "sec-purpose": "prefetch" },
    { purpose: "prefetch" },
    { "next-router-prefetch": "1" },
  ])("that is prefetched (%o) must be requested again", async (headers) => {
    expect(await follow("ada-1", { headers })).toEqual({
      status: 503,
      location: null,
      cookies: [],
      caching: "no-store",
      html: "",
    });
  });

  it("counts as a page of an address, so that trying codes is as slow as viewing pages", () => {
    expect(limitOf({ method: "GET", path: "/r/ada-1", headers: {} })).toBe("pages");
  });

  it("accepts only GET", () => {
    expect(Object.keys(link)).toEqual(["GET"]);
  });
});

describe("the address that a link leads to", () => {
  const visit = (query: string, headers: HeadersInit = {}, method = "GET") =>
    addressCookie({
      method,
      url: `http://localhost:3000/trade/BTCUSDC${query}`,
      headers: new Headers(headers),
    });

  it("counts in another browser, in capitals too", async () => {
    expect(await visit("?ref=ada-1")).toBe(COOKIE);
    expect(await visit("?a=b&ref=ADA-1")).toBe(COOKIE);
  });

  it("changes nothing for a browser that has followed a link", async () => {
    expect(await visit("?ref=ada-1", { cookie: "svc_ref=bob-1" })).toBeUndefined();
  });

  it.each([
    ["without a code", "", {}, "GET"],
    ["with a code that no partner has", "?ref=nobody", {}, "GET"],
    ["as a picture of another page", "?ref=ada-1", { "sec-fetch-dest": "image" }, "GET"],
    ["as a prefetch", "?ref=ada-1", { "sec-purpose": "prefetch" }, "GET"],
    ["as a part that the page reads itself", "?ref=ada-1", { rsc: "1" }, "GET"],
    ["as a preview", "?ref=ada-1", {}, "HEAD"],
  ] as const)("sets nothing %s", async (_, query, headers, method) => {
    expect(await visit(query, headers, method)).toBeUndefined();
  });

  it("sets nothing for the partner", async () => {
    const cookie = await signedInCookie(tables.db, owner.actor.userId);
    expect(await visit("?ref=ada-1", { cookie })).toBeUndefined();
  });
});

describe("tags of a followed link", () => {
  const TAGGED = "svc_ref=ada-1?sub=x-1&utm_source=mail&utm_campaign=Fr%C3%BChling+2026; ";
  const query = "?s=x-1&utm_source=mail&utm_campaign=Fr%C3%BChling%202026&utm_term=%3Cb%3E&gclid=7";

  it("are kept in the browser and named by the address that it leads to", async () => {
    const { cookies, html } = await follow("ada-1", { query });
    expect(cookies[0]).toContain(TAGGED);
    expect(html).toContain(
      'href="/?ref=ada-1&amp;sub=x-1&amp;utm_source=mail&amp;utm_campaign=Fr%C3%BChling+2026"',
    );
  });

  it("count in another browser by that address", async () => {
    const url = `http://localhost:3000/trade/BTCUSDC?ref=ada-1&${query.slice(1)}`;
    expect(await addressCookie({ method: "GET", url, headers: new Headers() })).toContain(TAGGED);
  });
});

describe("over TLS", () => {
  beforeAll(() => stubSettings({ BASE_URL: "https://svc.example" }));
  afterAll(restoreSettings);

  it("the cookie can only have been set by this host over TLS", async () => {
    expect(referralCookie({ code: "ada-1", tags: {}, isTyped: false })).toBe(
      "__Host-svc_ref=ada-1; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure",
    );
    expect(forgottenReferral()).toBe(
      "__Host-svc_ref=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    );
    const read = (cookie: string) => followedLinkOf(new Headers({ cookie }))?.code;
    expect(read("a=b; __Host-svc_ref=ada-1")).toBe("ada-1");
    expect(read("svc_ref=ada-1")).toBeUndefined();
    expect(read("__Host-svc_ref=Not A Code")).toBeUndefined();
  });

  it("a link names the host of BASE_URL", async () => {
    expect(referralUrl("ada-1")).toBe("https://svc.example/r/ada-1");
  });
});
