import type { Metadata } from "next";
import { headers } from "next/headers";
import { DeletePage } from "#components/identity/account/delete-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { readSession } from "#lib/identity/sessions/session.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { readProfile } from "#lib/partner/profile/profile.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings/delete");
}

export default async function Page() {
  const actor = await headers().then(readSession);
  const profile = actor && (await readProfile({ ctx: { actor, now: systemClock.now() } }));
  return <DeletePage isPartner={(profile?.partner ?? null) !== null} />;
}
