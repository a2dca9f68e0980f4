"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SettingsPage } from "#components/settings-frame/settings-page.tsx";
import { announceSession } from "#components/sign-in/session-channel.ts";

/** Says how the proof ended, and lets the window that asked for it go on. */
export function ProvedPage() {
  const text = useText("settingsFrame");
  const words = useText("signIn");
  const hasFailed = useSearchParams().has("error");
  useEffect(() => {
    if (!hasFailed) announceSession();
  }, [hasFailed]);
  return (
    <SettingsPage title={text("proofTitle")}>
      {hasFailed ? (
        <p role="alert">{words("error_unfinished")}</p>
      ) : (
        <output>{text("proofDone")}</output>
      )}
    </SettingsPage>
  );
}
