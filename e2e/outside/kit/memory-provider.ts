/** The state that the official clients ask an application to store, kept in memory. */
import { randomBytes } from "node:crypto";

/** Both official clients accept this shape; they differ in what they store. */
export class MemoryProvider<Registration, Tokens extends { access_token: string }, Discovered> {
  readonly redirectUrl: string;
  readonly #state = randomBytes(16).toString("base64url");
  #registration: Registration | undefined;
  #tokens: Tokens | undefined;
  #discovered: Discovered | undefined;
  #verifier = "";
  #requested: URL | undefined;

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata() {
    return {
      client_name: "Official client",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): Registration | undefined {
    return this.#registration;
  }

  saveClientInformation(registration: Registration): void {
    this.#registration = registration;
  }

  tokens(): Tokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  discoveryState(): Discovered | undefined {
    return this.#discovered;
  }

  saveDiscoveryState(discovered: Discovered): void {
    this.#discovered = discovered;
  }

  redirectToAuthorization(address: URL): void {
    this.#requested = address;
  }

  /** The address that the client wants a browser to open, once. @throws Error when it has not asked */
  takeAuthorizationAddress(): URL {
    if (this.#requested === undefined) throw new Error("The client asks for no authorization");
    const requested = this.#requested;
    this.#requested = undefined;
    return requested;
  }

  /** @throws Error when there are none */
  heldTokens(): Tokens {
    if (this.#tokens === undefined) throw new Error("The client holds no tokens");
    return this.#tokens;
  }

  /** Replaces the access token by an expired one. */
  loseAccessToken(): void {
    this.#tokens = { ...this.heldTokens(), access_token: `svc_at_${"0".repeat(43)}` };
  }
}
