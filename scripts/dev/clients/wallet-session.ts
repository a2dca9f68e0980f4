/** Signs a demo wallet in over HTTP, as a client without a browser does. */
import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { z } from "zod";
import { requestOf, type SignedWrite, Wallet } from "#lib/kernel/wallet.ts";
import { answerOf } from "./answer-of.ts";

/** A demo wallet: its seed in hex, and its base58 address. */
export const personaSchema = z.object({
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  address: z.string(),
});
export type Persona = z.output<typeof personaSchema>;

const Challenge = z.object({ message: z.string() });
const Csrf = z.object({ csrfToken: z.string() });
const Session = z.object({ user: z.object({ address: z.string().nullish() }).nullish() });

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

  /** Sends what a wallet has signed to the app, which passes it on to the venue. */
  write(write: SignedWrite): Promise<Response> {
    return this.request(appPath(write.path), requestOf(write));
  }

  /** Has a venue key made, with which the app reads and writes for this account. @throws Error with the refusal */
  async createVenueKey(wallet: Wallet, label: string): Promise<void> {
    const answer = await this.write(wallet.createKey(label, wallet.timestamp(Date.now())));
    if (!answer.ok) throw new Error(`No venue key: ${answer.status} ${await answer.text()}`);
  }

  /** @throws Error when the sign-in does not give a session of that wallet */
  async signIn(persona: Persona): Promise<void> {
    const { address } = persona;
    const challenge = await this.request("/api/auth/wallet/challenge", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ address }),
    });
    const { message } = await answerOf(challenge, Challenge);
    const { csrfToken } = await answerOf(await this.request("/api/auth/csrf"), Csrf);
    const signature = base58.encode(Wallet.ofHex(persona.seed).sign(message));
    const form = { csrfToken, address, message, signature, json: "true", callbackUrl: this.#app };
    await this.request("/api/auth/callback/wallet", {
      method: "POST",
      body: new URLSearchParams(form),
    });
    const session = await answerOf(await this.request("/api/auth/session"), Session);
    if (session.user?.address !== address)
      throw new Error(`The sign-in of ${address} did not work.`);
  }
}

/** The app's address of a path of the venue. */
export function appPath(path: string): string {
  return path === "/v1/keys" ? "/api/venue/key" : path.replace("/v1/", "/api/venue/");
}

/** A person, signed in with the wallet of this hex seed; without one, a new person. */
export async function newVisitor(app: string, known?: string): Promise<AppVisitor> {
  const seed = known === undefined ? randomBytes(32) : Buffer.from(known, "hex");
  const visitor = new AppVisitor(app);
  await visitor.signIn({ seed: seed.toString("hex"), address: new Wallet(seed).address });
  return visitor;
}
