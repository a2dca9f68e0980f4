/** The whole code flow over HTTP, step by step like a browser and a client of the provider. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  APP_URL,
  CLIENT_ID,
  CLIENT_SECRET,
  type OutsideParties,
  startOutsideParties,
} from "#services/sandbox/testing/outside-parties.ts";

const CALLBACK = `${APP_URL}/api/auth/callback/oidc`;
const folder = mkdtempSync(join(tmpdir(), "identity-provider-"));
let parties: OutsideParties;
let issuer: string;

beforeAll(async () => {
  parties = await startOutsideParties(folder);
  issuer = `${parties.url}/oidc`;
});

afterAll(async () => {
  await parties.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Follows redirects as a browser does, with cookies and their paths, up to the app. */
class Browser {
  readonly #cookies = new Map<string, { path: string; value: string }>();

  async go(url: string, form?: Record<string, string>): Promise<{ url: URL; page: Response }> {
    let target = new URL(url);
    let init: RequestInit = form ? { method: "POST", body: new URLSearchParams(form) } : {};
    for (;;) {
      const headers = { accept: "text/html", cookie: this.#cookiesFor(target.pathname) };
      const page = await fetch(target, { ...init, headers, redirect: "manual" });
      for (const line of page.headers.getSetCookie()) this.#keep(line);
      const location = page.headers.get("location");
      if (location === null) return { url: target, page };
      target = new URL(location, target);
      if (target.origin !== parties.url) return { url: target, page };
      init = {};
    }
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    const path = attributes.find((one) => one.startsWith("path="))?.slice("path=".length) ?? "/";
    if (value) this.#cookies.set(name, { path, value });
    else this.#cookies.delete(name);
  }

  #cookiesFor(path: string): string {
    const sent = [...this.#cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join("; ");
  }
}

type SignInRequest = { verifier: string; nonce: string; state: string; url: string };

function ask(parameters: Record<string, string | undefined> = {}): SignInRequest {
  const [verifier, nonce, state] = [newText(), newText(), newText()];
  const query = {
    client_id: CLIENT_ID,
    response_type: "code",
    scope: "openid email profile",
    redirect_uri: CALLBACK,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    nonce,
    state,
    ...parameters,
  };
  const present = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  return { verifier, nonce, state, url: `${issuer}/auth?${new URLSearchParams(present)}` };
}

const newText = (): string => randomBytes(32).toString("base64url");
const login = (email: string, name = "") => ({ action: "login", email, name });

async function answerLogin(
  request: SignInRequest,
  form: Record<string, string>,
  browser = new Browser(),
) {
  const { url, page } = await browser.go(request.url);
  expect(page.status).toBe(200);
  expect(url.pathname).toMatch(/^\/oidc\/interaction\//);
  return { ...(await browser.go(url.href, form)), form: url.href };
}

type Tokens = { id_token: string; access_token: string; error?: string };

async function redeem(code: string, verifier: string, secret = CLIENT_SECRET) {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    }),
  });
  return { status: response.status, body: (await response.json()) as Tokens };
}

async function signIn(email: string, name = "", browser = new Browser()) {
  const request = ask();
  const { url } = await answerLogin(request, login(email, name), browser);
  expect(url.searchParams.get("state")).toBe(request.state);
  const { body } = await redeem(url.searchParams.get("code") ?? "", request.verifier);
  return { ...body, nonce: request.nonce };
}

const verify = async (token: string, keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))) =>
  (await jwtVerify(token, keys, { issuer, audience: CLIENT_ID, algorithms: ["RS256"] })).payload;

test("discovery names the issuer and endpoints below it", async () => {
  const found = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
    [name: string]: unknown;
  };
  expect(found).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    id_token_signing_alg_values_supported: expect.arrayContaining(["RS256"]),
  });
});

describe("a person signs in", () => {
  test("and the client learns the identity from the ID token and the userinfo endpoint", async () => {
    const before = Math.floor(Date.now() / 1000);
    const { id_token, access_token, nonce } = await signIn(" Ada@Example.com ", "Ada Lovelace");
    const person = {
      sub: expect.stringMatching(/^[0-9a-f]{32}$/),
      email: "ada@example.com",
      email_verified: true,
      name: "Ada Lovelace",
    };
    const payload = await verify(id_token);
    expect(payload).toMatchObject({ ...person, nonce });
    expect(payload["auth_time"]).toBeGreaterThanOrEqual(before);
    const userinfo = await fetch(`${issuer}/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(await userinfo.json()).toEqual(person);
  });

  test("as the same subject for the same address, and as another for another, in one browser", async () => {
    const browser = new Browser();
    const subjects: unknown[] = [];
    for (const email of ["one@example.com", "two@example.com", "ONE@example.com"]) {
      subjects.push((await verify((await signIn(email, "", browser)).id_token)).sub);
    }
    expect(subjects[0]).toBe(subjects[2]);
    expect(subjects[0]).not.toBe(subjects[1]);
  });

  test("without a name, and gets the part before the @", async () => {
    expect(await verify((await signIn("grace@example.com")).id_token)).toMatchObject({
      name: "grace",
    });
  });

  test("with a prompt every time, because no answer comes without a page", async () => {
    const browser = new Browser();
    await signIn("one@example.com", "", browser);
    const { url } = await browser.go(ask({ prompt: "none" }).url);
    expect(url.href.startsWith(CALLBACK)).toBe(true);
    expect(url.searchParams.get("error")).toBe("login_required");
  });

  test("and returns to the app also under the other name of this machine", async () => {
    const twin = CALLBACK.replace("localhost", "127.0.0.1");
    const { url } = await answerLogin(ask({ redirect_uri: twin }), login("one@example.com"));
    expect(`${url.origin}${url.pathname}`).toBe(twin);
    expect(url.searchParams.get("code")).toBeTruthy();
  });
});

describe("the provider refuses", () => {
  test("a code with the wrong verifier", async () => {
    const request = ask();
    const { url } = await answerLogin(request, login("one@example.com"));
    const code = url.searchParams.get("code") ?? "";
    const wrong = await redeem(code, newText());
    expect(wrong).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test("a redeemed code, and a client with another secret", async () => {
    const request = ask();
    const { url } = await answerLogin(request, login("one@example.com"));
    const code = url.searchParams.get("code") ?? "";
    expect(await redeem(code, request.verifier, "x".repeat(64))).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
    expect((await redeem(code, request.verifier)).status).toBe(200);
    expect(await redeem(code, request.verifier)).toMatchObject({
      body: { error: "invalid_grant" },
    });
  });

  test.each([
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }],
    ["plain PKCE", { code_challenge: newText(), code_challenge_method: "plain" }],
    ["a token without a code", { response_type: "id_token" }],
  ])("%s", async (_, parameters) => {
    const { url, page } = await new Browser().go(ask(parameters).url);
    const answer = url.href.startsWith(CALLBACK) ? url.href : await page.text();
    expect(answer).toMatch(/invalid_request|unsupported_response_type/);
    expect(answer).not.toMatch(/[?&]code=/);
  });

  test("a redirect to elsewhere, on a page without a way on", async () => {
    for (const redirect_uri of ["https://evil.example/cb", `${APP_URL}/other`, `${CALLBACK}/x`]) {
      const { url, page } = await new Browser().go(ask({ redirect_uri }).url);
      expect(url.origin).toBe(parties.url);
      expect(page.status).toBe(400);
      expect(await page.text()).toContain("invalid_redirect_uri");
    }
  });

  test("an unknown client", async () => {
    const { page } = await new Browser().go(ask({ client_id: "other" }).url);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("invalid_client");
  });
});

describe("the login page", () => {
  test("returns a cancel to the app as access_denied", async () => {
    const request = ask();
    const { url } = await answerLogin(request, { action: "cancel", email: "" });
    expect(url.href.startsWith(CALLBACK)).toBe(true);
    expect(url.searchParams.get("error")).toBe("access_denied");
    expect(url.searchParams.get("state")).toBe(request.state);
  });

  test("asks again for an invalid address, and shows the typed text as text", async () => {
    const typed = `"><script>alert(1)</script>`;
    const { page } = await answerLogin(ask(), login(typed, typed));
    const html = await page.text();
    expect(page.status).toBe(400);
    expect(html).toContain("That is no e-mail address.");
    expect(html).toContain("&#34;&#62;&#60;script&#62;");
    expect(html).not.toContain("<script");
  });

  test("suggests the address that the app hints at", async () => {
    const { page } = await new Browser().go(ask({ login_hint: "ada@example.com" }).url);
    expect(await page.text()).toContain('value="ada@example.com"');
  });

  test("runs no script, cannot be framed, and its form leads to the app only", async () => {
    const { page } = await new Browser().go(ask().url);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${APP_URL};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("of a finished sign-in, or of another browser, says so", async () => {
    const browser = new Browser();
    const { form } = await answerLogin(ask(), login("one@example.com"), browser);
    for (const visitor of [browser, new Browser()]) {
      const { page } = await visitor.go(form, login("mallory@example.com"));
      expect(page.status).toBe(400);
      expect(await page.text()).toContain("cannot go on");
    }
  });

  test("accepts a small form only", async () => {
    const browser = new Browser();
    const { url } = await browser.go(ask().url);
    const { page } = await browser.go(url.href, login("x".repeat(5000)));
    expect(page.status).toBe(413);
  });
});

const rotate = async () =>
  (await (
    await fetch(`${parties.url}/oidc-control/rotate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
  ).json()) as { keys: string[] };

describe("a rotation of the signing key", () => {
  test("signs with the new key, and signatures of the old one hold until the next rotation", async () => {
    const cached = createRemoteJWKSet(new URL(`${issuer}/jwks`), { cooldownDuration: 0 });
    const old = (await signIn("one@example.com")).id_token;
    await verify(old, cached);
    const { keys } = await rotate();
    const fresh = (await signIn("one@example.com")).id_token;
    expect(decodeProtectedHeader(fresh).kid).toBe(keys[0]);
    expect(decodeProtectedHeader(old).kid).toBe(keys[1]);
    // A key set with only the old key is fetched anew.
    await verify(fresh, cached);
    await verify(old);
    await rotate();
    await expect(verify(old)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    await verify(fresh);
  });

  test("does not interrupt a sign-in under way", async () => {
    const request = ask();
    const browser = new Browser();
    const { url } = await browser.go(request.url);
    await rotate();
    const answer = await browser.go(url.href, login("one@example.com"));
    const code = answer.url.searchParams.get("code") ?? "";
    await rotate();
    const { body } = await redeem(code, request.verifier);
    expect(await verify(body.id_token)).toMatchObject({ email: "one@example.com" });
  });
});

test("keys and subjects survive a restart, readable by their owner only", async () => {
  const before = (await signIn("one@example.com")).id_token;
  await parties.stop();
  parties = await startOutsideParties(folder, Number(new URL(parties.url).port));
  const payload = await verify(before);
  const after = await verify((await signIn("one@example.com")).id_token);
  expect(after.sub).toBe(payload.sub);
  expect(statSync(join(folder, "identity-keys.json")).mode & 0o777).toBe(0o600);
});

test("the provider never writes to the console", async () => {
  const spies = (["log", "info", "warn", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => {}),
  );
  const own = mkdtempSync(join(folder, "quiet-"));
  const other = await startOutsideParties(own);
  await fetch(`${other.url}/oidc/nowhere`);
  await fetch(`${other.url}/oidc/token`, { method: "POST", body: "{" });
  await fetch(`${other.url}/oidc/auth?client_id=x`);
  await other.stop();
  for (const spy of spies) {
    expect(spy.mock.calls).toEqual([]);
    spy.mockRestore();
  }
});
