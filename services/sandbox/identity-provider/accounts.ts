/** The accounts of the simulated identity provider: typing an address signs in to its account. */
import { createHash } from "node:crypto";
import { z } from "zod";

const MAX_ACCOUNTS = 1_000;
const MAX_NAME_CHARACTERS = 80;

/** An account in the words of OpenID Connect, which are its claims. */
export type Account = {
  /** Follows from the address alone, so it is the same after a restart and on another machine. */
  sub: string;
  email: string;
  name: string;
};

const address = z.email().max(254);

export class Accounts {
  readonly #bySub = new Map<string, Account>();

  /** The account of an address as it was typed; undefined when that is not an e-mail address. Without a name the address lends one. */
  open(typedAddress: string, typedName: string): Account | undefined {
    const parsed = address.safeParse(typedAddress.trim().toLowerCase());
    if (!parsed.success) return undefined;
    const email = parsed.data;
    const sub = createHash("sha256")
      .update(`simulated identity ${email}`)
      .digest("hex")
      .slice(0, 32);
    const given = typedName
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, MAX_NAME_CHARACTERS);
    const account = { sub, email, name: given || (email.split("@")[0] ?? email) };
    this.#bySub.delete(sub);
    this.#bySub.set(sub, account);
    const [oldest] = this.#bySub.keys();
    if (this.#bySub.size > MAX_ACCOUNTS && oldest !== undefined) this.#bySub.delete(oldest);
    return account;
  }

  find(sub: string): Account | undefined {
    return this.#bySub.get(sub);
  }
}
