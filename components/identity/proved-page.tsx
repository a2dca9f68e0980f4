"use client";

import { useEffect } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SettingsPage } from "#components/settings-frame/settings-page.tsx";
import { announceSession } from "#components/sign-in/session-channel.ts";

/** Says that the proof is there, and lets the window that asked for it go on. A proof that failed ends at the sign-in. */
export function ProvedPage() {
  const text = useText("settingsFrame");
  useEffect(announceSession, []);
  return (
    <SettingsPage title={text("proofTitle")}>
      <output>{text("proofDone")}</output>
    </SettingsPage>
  );
}
