/** next-auth set up for the one way in, a wallet. Nothing outside of this folder and its route knows next-auth. */
import "server-only";
import type { DefaultSession, NextAuthOptions } from "next-auth";
import { z } from "zod";
import type { Clock } from "#lib/clock.ts";
import { config } from "#lib/config.ts";
import { parseBody } from "#lib/http/validation.ts";
import type { Logger } from "#lib/log.ts";
import { isSecure, SESSION_SECONDS } from "./session.ts";
import { signIn } from "./sign-in.ts";

declare module "next-auth" {
  interface Session {
    /** Base58 public key of the wallet. */
    user: DefaultSession["user"] & { address: string };
  }
}

const Credentials = z.object({ address: z.string(), message: z.string(), signature: z.string() });

type Surroundings = {
  clock: Clock;
  log: Pick<Logger, "error">;
  /** Hears why a sign-in failed; next-auth itself passes on no more than the fact. */
  onFailure: (error: Error) => void;
};

/** The options of one request. */
export function nextAuthOptions({ clock, log, onFailure }: Surroundings): NextAuthOptions {
  const { baseUrl, sessionSecret } = config();
  return {
    secret: sessionSecret.reveal(),
    useSecureCookies: isSecure(baseUrl),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/", signOut: "/", error: "/" },
    providers: [
      {
        id: "wallet",
        name: "Wallet",
        type: "credentials",
        credentials: {},
        authorize: async (given) => {
          try {
            const input = parseBody(Credentials, given);
            const { account } = await signIn({ ctx: { now: clock.now() }, input });
            return { id: account };
          } catch (error) {
            onFailure(error instanceof Error ? error : new Error(String(error)));
            return null;
          }
        },
      },
    ],
    callbacks: {
      session: ({ session, token }) => ({ ...session, user: { address: token.sub ?? "" } }),
    },
    // Without the code's details: next-auth puts request data there.
    logger: {
      error: (code) => log.error({ code }, "next-auth"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
