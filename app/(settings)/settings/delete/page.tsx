import type { Metadata } from "next";
import { headers } from "next/headers";
import { DeletePage } from "#components/identity/delete-page.tsx";
import { pageTitle } from "#components/settings-frame/page-title.ts";
import { readProfile } from "#lib/partner/profile.ts";
import { readSession } from "#lib/wallet-session/session.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("deleteAccount");
}

export default async function Page() {
  const actor = await headers().then(readSession);
  const profile = actor && (await readProfile({ ctx: { actor } }));
  return <DeletePage isPartner={(profile?.partner ?? null) !== null} />;
}
