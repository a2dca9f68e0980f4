"use client";

import Link from "next/link";
import { useFrame } from "#components/data/frame-context.ts";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { signInAddress } from "#components/frame/settings/sign-in-address.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import type { PayoutTerms } from "#lib/protocol/wire/partner.ts";
import { Assets } from "./assets.tsx";
import { Programme, useOffer } from "./programme.tsx";
import { Terms } from "./terms.tsx";

/** The public page of the programme. */
export function ProgrammePage({ payouts }: { payouts: PayoutTerms }) {
  const text = useText("partnerLink");
  const { person } = useFrame();
  const button = buttonStyle({ tone: "primary", size: "md" });
  return (
    <SettingsPage
      title={text("joinTitle")}
      intro={useOffer()}
      isPublic
      isWide
      actions={
        person === undefined ? (
          <Link href={signInAddress("/partner")} className={button}>
            {text("signInToJoin")}
          </Link>
        ) : (
          <Link href="/partner" className={button}>
            {text("toPartner")}
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Programme payouts={payouts} />
        <Terms />
        <Assets />
      </div>
    </SettingsPage>
  );
}
