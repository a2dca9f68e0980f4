/** next-auth's options for sign-in by wallet, mail and provider. Only this folder and its route use next-auth. */
import "server-only";
import type { NextAuthOptions, User } from "next-auth";
import { z } from "zod";
import type { ProvedIdentity } from "#lib/identity/person/person.ts";
import { consumeEmailToken, EmailToken } from "#lib/identity/proofs/email-links.ts";
import { oidcProvider, parseAuthTime, provedByClaims } from "#lib/identity/proofs/oidc.ts";
import { finishErrand } from "#lib/identity/proofs/oidc-errands.ts";
import { proveWalletAudited } from "#lib/identity/proofs/prove-wallet-audited.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import { isSecure, SESSION_SECONDS } from "./session-cookie.ts";
import { signInAs } from "./sign-in.ts";

declare module "next-auth" {
  interface User {
    /** The session that the sign-in opened. */
    sessionId?: string;
  }
}

const WalletCredentials = z.object({
  address: z.string(),
  message: z.string(),
  signature: z.string(),
  memoTransaction: z.string().optional(),
});
const EmailCredentials = z.object(EmailToken.shape);

type Surroundings = {
  clock: Clock;
  client: Client;
  log: Pick<Logger, "error">;
  /** The browser's live session; a sign-in ends it, an errand belongs to it. */
  session: SessionActor | undefined;
  /** The browser leaves for the provider on an errand of the session. */
  isErrand: boolean;
  /** The `state` of a provider's redirect back. */
  state: string | undefined;
  /** The partner link that the browser followed, with its tags. */
  referredBy: string | undefined;
  /** Receives what a posted proof has proved, once the session is open. */
  onSignIn: (proved: ProvedIdentity) => void;
  /** Receives the reason of a failed sign-in, which next-auth itself does not pass on. */
  onFailure: (error: Error) => void;
};

/** The options of one request. */
export function nextAuthOptions(around: Surroundings): NextAuthOptions {
  const { baseUrl, sessionSecret, oidc } = config();
  const landing = { url: baseUrl };
  return {
    secret: sessionSecret.reveal(),
    useSecureCookies: isSecure(baseUrl),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/", error: "/sign-in" },
    providers: [
      credentials("wallet", around, async (given, now) => ({
        proved: await proveWalletAudited(parseBody(WalletCredentials, given), {
          now,
          client: around.client,
        }),
      })),
      credentials("email", around, async (given, now) => {
        const { token } = parseBody(EmailCredentials, given);
        const { email, referredBy } = await consumeEmailToken(token, undefined, now);
        return { proved: { kind: "email", subject: email, label: email }, referredBy };
      }),
      ...(oidc === undefined ? [] : [oidcProvider(oidc, { asksAgain: around.isErrand })]),
    ],
    callbacks: {
      redirect: ({ url }) => (landing.url = sameOrigin(url, baseUrl)),
      // The provider's answer is verified here. A string result redirects the browser without changing its cookie.
      signIn: async ({ user, account, profile }) =>
        account?.provider === "oidc" ? comeBack(user, profile, { around, landing }) : true,
      // The cookie only names the session's row, which is read with each request.
      jwt: ({ token, user }) =>
        user?.sessionId === undefined ? token : { sub: user.id, sid: user.sessionId },
    },
    // Without details, because next-auth puts request data there.
    logger: {
      error: (code) => around.log.error({ code }, "next-auth"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

type Proof = {
  proved: ProvedIdentity;
  /** The partner link of another browser, in which this sign-in began, with its tags. */
  referredBy?: string | null;
};

/** A sign-in method whose proof the page posts to `callback/{id}`. The link that this browser followed takes precedence. */
function credentials(
  id: string,
  { clock, client, session, referredBy, onSignIn, onFailure }: Surroundings,
  prove: (given: unknown, now: number) => Promise<Proof>,
) {
  return {
    id,
    name: id,
    type: "credentials" as const,
    credentials: {},
    authorize: async (given: unknown): Promise<User | null> => {
      try {
        const now = clock.now();
        const { proved, referredBy: begunWith } = await prove(given, now);
        const opened = await signInAs(proved, {
          now,
          client,
          replaces: session,
          followedLinks: [referredBy, begunWith].filter((code) => code != null),
        });
        onSignIn(proved);
        return { id: opened.userId, sessionId: opened.sessionId };
      } catch (error) {
        onFailure(asError(error));
        return null;
      }
    },
  };
}

/** Handles the return from the provider: an errand of the live session, or a sign-in. */
async function comeBack(
  user: User,
  claims: unknown,
  { around, landing }: { around: Surroundings; landing: { url: string } },
): Promise<string | boolean> {
  const { clock, client, session, state, referredBy, onFailure } = around;
  const { oidc } = config();
  if (oidc === undefined || state === undefined) return false;
  try {
    const now = clock.now();
    const proved = provedByClaims(claims, oidc);
    const authenticatedAt = parseAuthTime(claims);
    const errand = { actor: session, now, client, authenticatedAt };
    if (await finishErrand(state, proved, errand)) return landing.url;
    const opened = await signInAs(proved, {
      now,
      client,
      replaces: session,
      followedLinks: referredBy === undefined ? [] : [referredBy],
    });
    Object.assign(user, { id: opened.userId, sessionId: opened.sessionId });
    return true;
  } catch (error) {
    onFailure(asError(error));
    return false;
  }
}

/** The redirect after a flow: a page of this origin, else the start page. */
function sameOrigin(url: string, baseUrl: string): string {
  if (!URL.canParse(url, baseUrl)) return baseUrl;
  const { origin, href } = new URL(url, baseUrl);
  return origin === new URL(baseUrl).origin ? href : baseUrl;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
