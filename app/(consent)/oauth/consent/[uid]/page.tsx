import type { Metadata } from "next";
import { headers } from "next/headers";
import {
  ConsentForm,
  ExpiredLink,
  SignInFirst,
} from "#components/assistants/consent/consent-page.tsx";
import { requestPageText } from "#components/messages/request-text.ts";
import { readInteraction } from "#lib/assistants/oauth/interaction.ts";
import { readStepUp } from "#lib/assistants/oauth/step-up.ts";
import { describeClient } from "#lib/assistants/oauth-clients/describe-client.ts";
import { consentFormToken } from "#lib/assistants/oauth-grants/consent-csrf-token.ts";
import { sessionLabel } from "#lib/identity/person/session-label.ts";
import { readSession } from "#lib/identity/sessions/session.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { ASK_AGAIN } from "#lib/protocol/consent.ts";

export async function generateMetadata(): Promise<Metadata> {
  const text = await requestPageText("consent");
  return { title: text("pageTitle"), robots: { index: false } };
}

type PageProps = {
  params: Promise<{ uid: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The consent page of an app. `?again=`: why the last answer was not accepted. */
export default async function Page({ params, searchParams }: PageProps) {
  const [{ uid }, query, request, text] = await Promise.all([
    params,
    searchParams,
    headers(),
    requestPageText("consent"),
  ]);
  const interaction = await readInteraction({ uid, cookie: request.get("cookie") });
  if (interaction === undefined) return <ExpiredLink text={text} />;
  const { redirectUri, requestedScopes } = interaction;
  const client = describeClient(interaction, redirectUri, systemClock.now());
  const path = `/oauth/consent/${encodeURIComponent(uid)}`;
  const session = await readSession(request);
  if (session === undefined) return <SignInFirst text={text} client={client} path={path} />;
  const { userId, sessionId } = session;
  const { preselected, replaces } = await readStepUp({ ...interaction, userId });
  return (
    <ConsentForm
      text={text}
      client={client}
      path={path}
      scopes={requestedScopes}
      preselected={preselected}
      isExtension={replaces !== undefined}
      user={{ id: userId, label: await sessionLabel(session) }}
      token={consentFormToken({ uid, sessionId })}
      again={ASK_AGAIN.find((reason) => reason === query["again"])}
    />
  );
}
