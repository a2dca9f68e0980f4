/** A signed-in person decides about an app's request for consent. */
import "server-only";
import { finishInteraction, readInteraction } from "#lib/assistants/oauth/interaction.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import type { AskAgain } from "#lib/protocol/consent.ts";
import { isScope } from "#lib/protocol/scopes.ts";
import { isConsentFormToken } from "./consent-csrf-token.ts";

export type ConsentAnswer =
  /** Where the browser continues. */
  { goTo: string } | { askAgain: AskAgain };

type Call = {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { uid: string; cookie: string | null; form: URLSearchParams };
};

/**
 * The decision counts only for the account and the session that saw the page; scopes that were not requested are refused.
 * @throws CONSENT_NOT_FOUND for an authorization that is over or belongs to another browser, MALFORMED_BODY for a body that
 * the page cannot send
 */
export async function decideConsent({ ctx, input }: Call): Promise<ConsentAnswer> {
  const { uid, cookie, form } = input;
  const { userId, sessionId } = ctx.actor;
  const { decision, token, user } = fieldsOf(form);
  if (user !== userId) return { askAgain: "account" };
  if (!isConsentFormToken(token, { uid, sessionId })) return { askAgain: "session" };
  const interaction = await readInteraction({ uid, cookie });
  if (interaction === undefined) throw new ServiceError("CONSENT_NOT_FOUND");
  const key = { uid, cookie };
  if (decision === "deny") {
    return {
      goTo: await finishInteraction({ ctx, input: { ...key, decision: { kind: "denied" } } }),
    };
  }
  const ticked = new Set(form.getAll("scope").filter(isScope));
  const scopes = interaction.requestedScopes.filter((scope) => ticked.has(scope));
  if (scopes.length === 0) return { askAgain: "nothing" };
  return {
    goTo: await finishInteraction({
      ctx,
      input: { ...key, decision: { kind: "approved", scopes } },
    }),
  };
}

function fieldsOf(form: URLSearchParams) {
  const [decision, token, user] = ["decision", "token", "user"].map((name) => form.getAll(name));
  const isDecision = decision?.[0] === "approve" || decision?.[0] === "deny";
  const isOnce = [decision, token, user].every((values) => values?.length === 1);
  if (!isDecision || !isOnce) {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not the form of the consent page" });
  }
  return { decision: decision[0], token: token?.[0] ?? "", user: user?.[0] ?? "" };
}
