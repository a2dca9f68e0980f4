/** next-auth set up for the one way in, a wallet. Nothing outside of this folder and its route knows next-auth. */
import "server-only";
import type { NextAuthOptions } from "next-auth";
import { z } from "zod";
import type { Client } from "#lib/actor.ts";
import type { Clock } from "#lib/clock.ts";
import { config } from "#lib/config.ts";
import { parseBody } from "#lib/http/validation.ts";
import type { Logger } from "#lib/log.ts";
import { proveWallet } from "./prove-wallet.ts";
import { isSecure, SESSION_SECONDS } from "./session-cookie.ts";
import { signInAs } from "./sign-in.ts";

declare module "next-auth" {
  interface User {
    /** The session that the sign-in opened. */
    sessionId?: string;
  }
}

const Credentials = z.object({ address: z.string(), message: z.string(), signature: z.string() });

type Surroundings = {
  clock: Clock;
  client: Client;
  log: Pick<Logger, "error">;
  /** Hears why a sign-in failed; next-auth itself passes on no more than the fact. */
  onFailure: (error: Error) => void;
};

/** The options of one request. */
export function nextAuthOptions({ clock, client, log, onFailure }: Surroundings): NextAuthOptions {
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
            const now = clock.now();
            const proved = await proveWallet(input, now);
            const { userId, sessionId } = await signInAs(proved, { now, client });
            return { id: userId, sessionId };
          } catch (error) {
            onFailure(error instanceof Error ? error : new Error(String(error)));
            return null;
          }
        },
      },
    ],
    callbacks: {
      // The cookie names the session's row; who that is and whether it lives is read there with each request.
      jwt: ({ token, user }) =>
        user?.sessionId === undefined ? token : { sub: user.id, sid: user.sessionId },
    },
    // Without the code's details: next-auth puts request data there.
    logger: {
      error: (code) => log.error({ code }, "next-auth"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
