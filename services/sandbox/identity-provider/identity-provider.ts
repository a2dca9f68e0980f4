/** The simulated identity provider as the sandbox mounts it: protocol, login page, and rotation of its key. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { errors } from "oidc-provider";
import { readText } from "#lib/kernel/http/request-body.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { Accounts } from "./accounts.ts";
import { type IdentityKeys, openIdentityKeys, rotateIdentityKeys } from "./keys.ts";
import { loginPage, problemPage } from "./login-page.ts";
import { MemoryStore } from "./memory-store.ts";
import { createProvider, type Registration } from "./provider.ts";

/** Where the sandbox mounts it. */
export const IDENTITY_PATH = "/oidc";
const INTERACTION = /^\/oidc\/interaction\/[\w-]{1,64}$/;
const FORM_LIMIT_BYTES = 4096;

export type IdentityProviderOptions = {
  /** Address of the sandbox as browsers and the app reach it. */
  sandboxUrl: string;
  registration: Registration;
  /** File of its keys. */
  keysPath: string;
  log: Logger;
};

export class IdentityProvider {
  readonly #options: IdentityProviderOptions;
  readonly #accounts = new Accounts();
  readonly #store = new MemoryStore();
  #keys: IdentityKeys;
  #provider: Provider;
  #answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  private constructor(options: IdentityProviderOptions, keys: IdentityKeys) {
    this.#options = options;
    this.#keys = keys;
    this.#provider = this.#create();
    this.#answer = this.#provider.callback();
  }

  static async open(options: IdentityProviderOptions): Promise<IdentityProvider> {
    return new IdentityProvider(options, await openIdentityKeys(options.keysPath));
  }

  /** Answers every request below `IDENTITY_PATH`. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "/";
    if (INTERACTION.test(url)) return this.#interact(request, response);
    // The provider finds its mount path, which its links and cookies need, by comparing the two.
    Object.assign(request, { originalUrl: url, url: url.slice(IDENTITY_PATH.length) || "/" });
    await this.#answer(request, response);
  }

  /**
   * Signs with a new key from now on. The old one stays published until the next rotation.
   * @returns the ids of the published keys, the signing one first.
   */
  async rotate(): Promise<{ keys: string[] }> {
    this.#keys = await rotateIdentityKeys(this.#options.keysPath, this.#keys);
    this.#provider = this.#create();
    this.#answer = this.#provider.callback();
    return { keys: this.#keys.signing_keys.map(({ kid }) => kid) };
  }

  #create(): Provider {
    const { sandboxUrl, registration, log } = this.#options;
    return createProvider({
      issuer: `${sandboxUrl}${IDENTITY_PATH}`,
      registration,
      keys: this.#keys,
      accounts: this.#accounts,
      store: this.#store,
      log,
    });
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    const action = request.url ?? "";
    const interaction = await openInteraction(provider, request, response);
    if (!interaction || !action.endsWith(`/${interaction.uid}`)) {
      return problemPage(response, 400, "It was finished already, or it took too long.");
    }
    const appOrigin = new URL(String(interaction.params["redirect_uri"])).origin;
    const hint = interaction.params["login_hint"];
    const form = { action, appOrigin, email: typeof hint === "string" ? hint : "", name: "" };
    if (request.method !== "POST") return loginPage(response, form);
    const typed = new URLSearchParams(await readText(request, FORM_LIMIT_BYTES));
    if (typed.get("action") === "cancel") {
      const refusal = { error: "access_denied", error_description: "The person cancelled." };
      return provider.interactionFinished(request, response, refusal);
    }
    const [email, name] = [typed.get("email") ?? "", typed.get("name") ?? ""];
    const account = this.#accounts.open(email, name);
    if (!account) {
      return loginPage(response, { ...form, email, name, problem: "That is no e-mail address." });
    }
    const login = { accountId: account.sub, remember: false };
    return provider.interactionFinished(request, response, { login });
  }
}

/** The authorization that the browser's cookie belongs to; undefined when it has ended. */
async function openInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    return await provider.interactionDetails(request, response);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}
