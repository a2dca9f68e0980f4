/** Signs a demo wallet in over HTTP, as a client without a browser does. */
import { createPrivateKey, randomBytes, sign } from "node:crypto";
import { base58 } from "@scure/base";
import type { Persona } from "#scripts/stack/data-dir.ts";
import { Wallet } from "#services/sandbox/venue/wallet.ts";

const PKCS8_PREFIX = "302e020100300506032b657004220420";

/** Keeps the cookies of one visitor of the app. */
export class AppVisitor {
  readonly #app: string;
  readonly #cookies = new Map<string, string>();

  constructor(app: string) {
    this.#app = app;
  }

  /** Names and values, for a browser that continues as this visitor. */
  cookies(): [name: string, value: string][] {
    return [...this.#cookies];
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    headers.set("origin", this.#app);
    const response = await fetch(`${this.#app}${path}`, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** @throws Error when the sign-in does not give a session of that wallet */
  async signIn(persona: Persona): Promise<void> {
    const { address } = persona;
    const challenge = await this.request("/api/auth/wallet/challenge", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ address }),
    });
    const { message } = (await challenge.json()) as { message: string };
    const { csrfToken } = (await (await this.request("/api/auth/csrf")).json()) as {
      csrfToken: string;
    };
    const signature = base58.encode(signMessage(persona.seed, message));
    const form = { csrfToken, address, message, signature, json: "true", callbackUrl: this.#app };
    await this.request("/api/auth/callback/wallet", {
      method: "POST",
      body: new URLSearchParams(form),
    });
    const session = (await (await this.request("/api/auth/session")).json()) as {
      user?: { address?: string };
    };
    if (session.user?.address !== address)
      throw new Error(`The sign-in of ${address} did not work.`);
  }
}

/** A person, signed in with the wallet of this hex seed; without one, a new person. */
export async function newVisitor(app: string, known?: string): Promise<AppVisitor> {
  const seed = known === undefined ? randomBytes(32) : Buffer.from(known, "hex");
  const visitor = new AppVisitor(app);
  await visitor.signIn({ seed: seed.toString("hex"), address: new Wallet(seed).address });
  return visitor;
}

/** The ed25519 signature of a text by the wallet with this hex seed. */
function signMessage(seed: string, message: string): Buffer {
  const der = Buffer.from(PKCS8_PREFIX + seed, "hex");
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return sign(null, Buffer.from(message), key);
}
