"use client";

import Link from "next/link";
import { useEffect, useId, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { withOwnTimeZone } from "#components/pushes/push-client.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { notify } from "#components/ui/notify.ts";
import { Section } from "#components/ui/section.tsx";
import {
  CALENDAR_KINDS,
  PUSH_CHANNELS,
  PUSH_KINDS,
  type PushChannel,
  type PushKind,
} from "#lib/protocol/market-knowledge.ts";
import type { PushPreferences, PushSettings } from "#lib/protocol/wire/pushes.ts";
import { QuietHours } from "./quiet-hours.tsx";

const MARKET_KINDS = ["round_level", "price_move"] as const;
const APPROVAL_KINDS = ["approval"] as const;

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
          <div id="approvals" className="scroll-mt-4">
            <Kinds
              of="approval"
              kinds={APPROVAL_KINDS}
              names={kinds}
              off={chosen.off}
              onChange={(off) => change({ off })}
            />
            <MailChoice state={settings.mail} chosen={chosen} onChange={change} />
          </div>
          <Kinds
            of="calendar"
            kinds={CALENDAR_KINDS}
            names={kinds}
            off={chosen.off}
            onChange={(off) => change({ off })}
          />
          <Kinds
            of="market"
            kinds={MARKET_KINDS}
            names={kinds}
            off={chosen.off}
            onChange={(off) => change({ off })}
          />
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

type Off = PushPreferences["off"];

type KindsProps = {
  of: "approval" | "calendar" | "market";
  kinds: readonly PushKind[];
  names: Readonly<Record<PushKind, string>>;
  off: Off;
  onChange: (off: Off) => void;
};

function Kinds({ of, kinds, names, off, onChange }: KindsProps) {
  const text = useText("pushes");
  const id = useId();
  return (
    <div>
      <h3 id={id} className="font-medium">
        {text(of)}
      </h3>
      <p className="mb-2 max-w-2xl text-xs text-ink-muted">{text(`${of}Text`)}</p>
      <table aria-labelledby={id} className="w-full text-sm">
        <thead>
          <tr className="border-b text-2xs text-ink-muted">
            <th scope="col" className="py-1 text-start font-normal">
              {text("kind")}
            </th>
            {PUSH_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="w-20 py-1 text-center font-normal">
                {text(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} className="border-b last:border-b-0">
              <th scope="row" className="py-1 text-start font-normal">
                {names[kind]}
              </th>
              {PUSH_CHANNELS.map((channel) => (
                <td key={channel} className="text-center">
                  <Switch
                    name={text("kindIn", { kind: names[kind], channel: text(channel) })}
                    isOn={!isOff(off, channel, kind)}
                    onChange={(isOn) => onChange(changed(off, { channel, kind }, isOn))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MailChoiceProps = {
  state: PushSettings["mail"];
  chosen: PushPreferences;
  onChange: (next: Partial<PushPreferences>) => void;
};

/** Mails about waiting orders, which the user has to switch on. */
function MailChoice({ state, chosen, onChange }: MailChoiceProps) {
  const text = useText("pushes");
  const hint = useId();
  if (state === "not_offered") return null;
  const isPossible = state === "possible";
  return (
    <div className="mt-1 flex flex-col gap-0.5">
      <label
        className={cn(
          "flex min-h-9 w-fit items-center gap-2 pointer-coarse:min-h-11",
          isPossible ? "cursor-pointer" : "text-ink-muted",
        )}
      >
        <input
          type="checkbox"
          aria-describedby={hint}
          disabled={!isPossible}
          className="h-4 w-4 accent-(--accent-strong)"
          checked={isPossible && chosen.mail.includes("approval")}
          onChange={(event) => onChange({ mail: event.currentTarget.checked ? ["approval"] : [] })}
        />
        {text("mailApproval")}
      </label>
      <p id={hint} className="max-w-2xl text-xs text-ink-muted">
        {isPossible ? (
          text("mailText")
        ) : (
          <>
            {text("noAddress")}{" "}
            <Link
              href="/settings"
              className="text-accent underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              {text("addAddress")}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

type SwitchProps = { name: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** A check box whose label fills the cell, so that a finger can hit it. */
function Switch({ name, isOn, onChange }: SwitchProps) {
  return (
    <label className="inline-flex min-h-9 min-w-11 cursor-pointer items-center justify-center pointer-coarse:min-h-11">
      <input
        type="checkbox"
        aria-label={name}
        className="h-4 w-4 accent-(--accent-strong)"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

function isOff(off: Off, channel: PushChannel, kind: PushKind): boolean {
  return off.some((one) => one.channel === channel && one.kind === kind);
}

/** Keeps the order of the service, so that a change that is undone equals the saved state. */
function changed(off: Off, choice: Off[number], isOn: boolean): Off {
  const isChoice = (one: Off[number]) => one.channel === choice.channel && one.kind === choice.kind;
  const others = off.filter((one) => !isChoice(one));
  const next = isOn ? others : [...others, choice];
  const rank = ({ channel, kind }: Off[number]) =>
    PUSH_CHANNELS.indexOf(channel) * 100 + PUSH_KINDS.indexOf(kind);
  return next.toSorted((a, b) => rank(a) - rank(b));
}
