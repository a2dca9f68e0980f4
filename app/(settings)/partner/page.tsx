import type { Metadata } from "next";
import { headers } from "next/headers";
import { PartnerPage } from "#components/partner/partner-page.tsx";
import { parseView } from "#components/partner/view.ts";
import { pageTitle } from "#components/settings-frame/page-title.ts";
import { systemClock } from "#lib/clock.ts";
import { readSession } from "#lib/wallet-session/session.ts";
import { readFirstFigures } from "./first-figures.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("partner");
}

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** What a partner earns, of whom, at which rate, and what has been paid. */
export default async function Page({ searchParams }: PageProps) {
  const actor = await headers().then(readSession);
  if (actor === undefined) return <PartnerPage first={undefined} />;
  const { pin } = parseView(searchOf(await searchParams));
  return <PartnerPage first={await readFirstFigures({ actor, now: systemClock.now() }, pin)} />;
}

/** Of what is named twice the first counts, as in the browser. */
function searchOf(asked: Awaited<PageProps["searchParams"]>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(asked).map(([name, value]) => [name, [value ?? ""].flat()[0] ?? ""]),
  );
}
