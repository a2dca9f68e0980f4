import { headers } from "next/headers";
import type { ReactNode } from "react";
import { settingsGroups } from "#components/frame/pages/pages.ts";
import { SettingsFrame } from "#components/frame/settings/settings-frame.tsx";
import { SessionGuard } from "#components/identity/proofs/session-guard.tsx";
import { PersonMenu } from "#components/identity/sessions/person-menu.tsx";
import { RequestTexts } from "#components/messages/request-texts.tsx";
import { sessionLabel } from "#lib/identity/person/session-label.ts";
import { readSession } from "#lib/identity/sessions/session.ts";
import { countPaused } from "#lib/webhooks/manage/webhooks.ts";

/** The layout of the account pages that need neither wallet nor venue. The server reads the session. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const session = await headers().then(readSession);
  const person =
    session === undefined
      ? undefined
      : { id: session.userId, account: session.account, label: await sessionLabel(session) };
  return (
    <RequestTexts of="identity">
      <SettingsFrame
        person={person}
        groups={person === undefined ? [] : settingsGroups()}
        menu={<PersonMenu />}
        guard={<SessionGuard />}
        pausedWebhooks={session === undefined ? 0 : await countPaused(session)}
      >
        {children}
      </SettingsFrame>
    </RequestTexts>
  );
}
