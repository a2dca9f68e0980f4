"use client";

import { useEffect } from "react";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { announceSession } from "#components/identity/session/session-channel.ts";

/** Confirms a successful proof, and lets the window that asked for it continue. A failed proof ends on the sign-in page. */
export function ProvedPage() {
  const text = useText("settingsFrame");
  useEffect(announceSession, []);
  return (
    <SettingsPage title={text("proofTitle")}>
      <output>{text("proofDone")}</output>
    </SettingsPage>
  );
}
