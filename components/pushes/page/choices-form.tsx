"use client";

import { useEffect, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { withOwnTimeZone } from "#components/pushes/push-client.ts";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";
import { Section } from "#components/ui/section.tsx";
import { CALENDAR_KINDS, type PushKind, TRADING_KINDS } from "#lib/protocol/market-knowledge.ts";
import type { PushPreferences, PushSettings } from "#lib/protocol/wire/pushes.ts";
import { Kinds } from "./kinds.tsx";
import { MailChoice, NoAddress } from "./mail-choice.tsx";
import { QuietHours } from "./quiet-hours.tsx";

const MARKET_KINDS = ["round_level", "price_move"] as const;
const APPROVAL_KINDS = ["approval"] as const;
const ALERT_KINDS = ["alert"] as const;

type ChoicesFormProps = {
  settings: PushSettings;
  kinds: Readonly<Record<PushKind, string>>;
  /** The API path to which they are saved. */
  address: string;
  onSaved: (next: PushSettings) => void;
};

/** The kinds by channel and the quiet hours, saved together. */
export function ChoicesForm({ settings, kinds, address, onSaved }: ChoicesFormProps) {
  const text = useText("pushes");
  const { preferences: saved, caps, quiet_now: isQuiet } = settings;
  const { chosen, isChanged, change, submit, save } = useChoices(saved, address, onSaved);
  const shared = { names: kinds, off: chosen.off, onChange: change };
  const mail = { state: settings.mail, chosen: chosen.mail };
  useEffect(() => {
    // The browser looked for the anchor before this form was rendered.
    if (window.location.hash === "#approvals") {
      document.getElementById("approvals")?.scrollIntoView();
    }
  }, []);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.pending) void submit();
      }}
    >
      <Section title={text("kinds")}>
        <div className="flex flex-col gap-4">
          {settings.mail === "no_address" ? <NoAddress /> : null}
          <Kinds of="trading" kinds={TRADING_KINDS} {...shared} mail={mail} />
          <div id="approvals" className="scroll-mt-4">
            <Kinds of="approval" kinds={APPROVAL_KINDS} {...shared} />
            <MailChoice {...mail} onChange={change} />
          </div>
          <Kinds of="alert" kinds={ALERT_KINDS} {...shared} mail={mail} />
          <Kinds of="calendar" kinds={CALENDAR_KINDS} {...shared} />
          <Kinds of="market" kinds={MARKET_KINDS} {...shared} />
          <p className="max-w-2xl text-xs text-ink-muted">{text("caps", caps)}</p>
        </div>
      </Section>
      <QuietHours chosen={chosen} isQuiet={isQuiet} onChange={change} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="md" tone="primary" aria-disabled={!isChanged || save.pending}>
          {text("save")}
        </Button>
        <output className="text-xs text-ink-muted">{isChanged ? text("unsaved") : ""}</output>
        <ActionFailure error={save.error} />
      </div>
    </form>
  );
}

/** The choices that are being edited, and those that were saved last. */
function useChoices(saved: PushPreferences, address: string, onSaved: ChoicesFormProps["onSaved"]) {
  const text = useText("pushes");
  const locale = useLocale();
  const [{ base, chosen }, setState] = useState({ base: saved, chosen: saved });
  const isChanged = !isSame(chosen, base);
  // New saved choices replace the edited ones unless those differ from both versions.
  if (!isSame(saved, base)) {
    setState({ base: saved, chosen: isChanged && !isSame(chosen, saved) ? chosen : saved });
  }
  const save = useAction<PushPreferences, PushSettings>((body) =>
    write<PushSettings>("PUT", address, body),
  );
  const submit = async () => {
    const sent = { ...withOwnTimeZone(chosen, base), locale };
    setState({ base, chosen: sent });
    const answer = await save.run(sent);
    if (!answer?.ok) return;
    onSaved(answer.body);
    notify({ tone: "good", text: text("saved") });
  };
  const change = (next: Partial<PushPreferences>) =>
    setState({ base, chosen: { ...chosen, ...next } });
  return { chosen, isChanged, change, submit, save };
}

function isSame(one: PushPreferences, other: PushPreferences): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
