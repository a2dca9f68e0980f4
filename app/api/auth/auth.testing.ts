/** Visitors for tests: they keep cookies like a browser, and send their requests to the route handlers. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { base58 } from "@scure/base";
import * as account from "#app/api/v1/account/route.ts";
import * as audit from "#app/api/v1/audit/route.ts";
import * as emailLinks from "#app/api/v1/email-links/route.ts";
import * as identity from "#app/api/v1/identities/[id]/route.ts";
import * as linkEmail from "#app/api/v1/identities/email/route.ts";
import * as linkOidc from "#app/api/v1/identities/oidc/route.ts";
import * as identities from "#app/api/v1/identities/route.ts";
import * as linkWallet from "#app/api/v1/identities/wallet/route.ts";
import * as notificationsRead from "#app/api/v1/notifications/read/route.ts";
import * as notifications from "#app/api/v1/notifications/route.ts";
import * as partnerEarnings from "#app/api/v1/partner/earnings/route.ts";
import * as partnerNoticesRead from "#app/api/v1/partner/notices/read/route.ts";
import * as partnerNotices from "#app/api/v1/partner/notices/route.ts";
import * as partnerReferrals from "#app/api/v1/partner/referrals/route.ts";
import * as partner from "#app/api/v1/partner/route.ts";
import * as proveEmail from "#app/api/v1/prove/email/route.ts";
import * as proveWallet from "#app/api/v1/prove/wallet/route.ts";
import * as session from "#app/api/v1/sessions/[id]/route.ts";
import * as sessions from "#app/api/v1/sessions/route.ts";
import * as partnerLink from "#app/r/[code]/route.ts";
import { setIdentityListener } from "#lib/identity/person/identity-events.ts";
import { attributeReferrals } from "#lib/partner/referrals/attribute-sign-up.ts";
import { httpRuntime, setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import * as nextAuth from "./[...nextauth]/route.ts";
import * as again from "./email/again/route.ts";
import * as look from "./email/look/route.ts";
import * as email from "./email/route.ts";
import * as token from "./token/route.ts";
import * as challenge from "./wallet/challenge/route.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handlers = { readonly [Name in Method]?: RouteHandler };

const HANDLERS: Record<string, Handlers> = {
  "/api/auth/email": email,
  "/api/auth/email/again": again,
  "/api/auth/email/look": look,
  "/api/auth/token": token,
  "/api/auth/wallet/challenge": challenge,
  "/api/v1/account": account,
  "/api/v1/audit": audit,
  "/api/v1/email-links": emailLinks,
  "/api/v1/identities": identities,
  "/api/v1/identities/email": linkEmail,
  "/api/v1/identities/oidc": linkOidc,
  "/api/v1/identities/wallet": linkWallet,
  "/api/v1/notifications": notifications,
  "/api/v1/notifications/read": notificationsRead,
  "/api/v1/partner": partner,
  "/api/v1/partner/earnings": partnerEarnings,
  "/api/v1/partner/notices": partnerNotices,
  "/api/v1/partner/notices/read": partnerNoticesRead,
  "/api/v1/partner/referrals": partnerReferrals,
  "/api/v1/prove/email": proveEmail,
  "/api/v1/prove/wallet": proveWallet,
  "/api/v1/sessions": sessions,
};

/** The clock of the handlers: real time, which next-auth reads, plus an offset. */
export const time = { aheadMs: 0 };

/** Before each test, does what the server does at its start: sets the clock and partner attribution. */
export function startTime(): void {
  time.aheadMs = 0;
  setIdentityListener(attributeReferrals);
  setHttpRuntime({ clock: { now: () => Date.now() + time.aheadMs } });
}

/** A decoded response; tests read `body` as they expect it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answered = { status: number; body: any; headers: Headers };

let visitors = 0;

export class Visitor {
  readonly cookies = new Map<string, string>();
  /** Each visitor has its own address, because limits count by address. */
  readonly address: string;
  readonly #base = httpRuntime().baseUrl;

  constructor() {
    visitors += 1;
    this.address = `198.51.${visitors >> 8}.${visitors & 255}`;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#send("GET", path, { headers });
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#sendJson("POST", path, body, headers);
  }

  patch(path: string, body: object, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#sendJson("PATCH", path, body, headers);
  }

  put(path: string, body: object): Promise<Answered> {
    return this.#sendJson("PUT", path, body, {});
  }

  delete(path: string, body: object = {}): Promise<Answered> {
    return this.#sendJson("DELETE", path, body, {});
  }

  /** Posts a form of next-auth with its token; the response is JSON with the `url` to continue at. */
  async form(path: string, fields: Record<string, string> = {}): Promise<Answered> {
    const { csrfToken } = (await this.get("/api/auth/csrf")).body as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, json: "true", ...fields }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return this.#send("POST", path, { headers, body });
  }

  /** Signs in with a wallet as the page does. */
  async signIn(wallet: Wallet): Promise<Answered> {
    return this.form("/api/auth/callback/wallet", await this.proof(wallet));
  }

  /** A proof of the wallet for a purpose. */
  async proof(wallet: Wallet, purpose?: "link" | "prove") {
    const { address } = wallet;
    const issued = await this.post("/api/auth/wallet/challenge", {
      address,
      ...(purpose && { purpose }),
    });
    const { message } = issued.body as { message: string };
    return { address, message, signature: wallet.sign(message) };
  }

  /** `{}` when no one is signed in. */
  async who(): Promise<{ user?: { id: string; address: string | null } }> {
    return (await this.get("/api/auth/session")).body as object;
  }

  #sendJson(method: Method, path: string, body: object, headers: Record<string, string>) {
    const sent = { "content-type": "application/json", ...headers };
    return this.#send(method, path, { headers: sent, body: JSON.stringify(body) });
  }

  async #send(
    method: Method,
    path: string,
    init: { headers: Record<string, string>; body?: string },
  ): Promise<Answered> {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", this.address);
    headers.set("user-agent", "a browser");
    headers.set("sec-fetch-site", "same-origin");
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    const request = new Request(new URL(path, this.#base), { ...init, method, headers });
    const { handlers, params } = await find(new URL(request.url).pathname);
    const handle = handlers[method];
    if (handle === undefined) throw new Error(`no ${method} ${path}`);
    const response = await handle(request, { params: Promise.resolve(params) });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", ...rest] = pair.split("=");
    const isGone = rest.join("=") === "" || attributes.includes("Max-Age=0");
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, rest.join("="));
  }
}

type Found = { handlers: Handlers; params: object };

async function find(path: string): Promise<Found> {
  const exact = HANDLERS[path];
  if (exact !== undefined) return { handlers: exact, params: {} };
  const [, code] = /^\/r\/([^/]+)$/.exec(path) ?? [];
  if (code !== undefined) return { handlers: partnerLink, params: { code } };
  const [, list, id] = /^\/api\/v1\/(sessions|identities)\/([^/]+)$/.exec(path) ?? [];
  if (id !== undefined)
    return { handlers: list === "sessions" ? session : identity, params: { id } };
  const documented = path.startsWith("/api/auth/") ? undefined : await findDocumented(path);
  if (documented !== undefined) return documented;
  return { handlers: nextAuth, params: { nextauth: path.slice("/api/auth/".length).split("/") } };
}

/** All other routes of the API's document. They are many, so they are loaded only by tests that need one. */
async function findDocumented(path: string): Promise<Found | undefined> {
  const { DOCUMENTED } = await import("#app/api/v1/openapi.json/host-document.ts");
  const exact = DOCUMENTED.find((one) => one.path === path);
  if (exact) return { handlers: exact.handlers as Handlers, params: {} };
  for (const { path: template, handlers } of DOCUMENTED) {
    const pattern = template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (found) return { handlers: handlers as Handlers, params: { ...found.groups } };
  }
  return undefined;
}

export type Wallet = { address: string; sign: (message: string) => string };

export function newWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return {
    address: base58.encode(Buffer.from(x, "base64url")),
    sign: (message) => signed(message, privateKey),
  };
}

function signed(message: string, key: KeyObject): string {
  return base58.encode(sign(null, Buffer.from(message), key));
}
