"use client";

import { useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  PUSH_CHANNELS,
  PUSH_KINDS,
  type PushChannel,
  type PushKind,
} from "#lib/protocol/market-knowledge.ts";
import type { PushPreferences, PushSettings } from "#lib/protocol/wire/pushes.ts";
import { changedMails, isMailKind } from "./mail-choice.tsx";

type Off = PushPreferences["off"];
type Mails = PushPreferences["mail"];

type KindsProps = {
  of: "trading" | "approval" | "alert" | "calendar" | "market";
  kinds: readonly PushKind[];
  names: Readonly<Record<PushKind, string>>;
  off: Off;
  /** Shows a column for mails. */
  mail?: { state: PushSettings["mail"]; chosen: Mails };
  onChange: (next: { off: Off } | { mail: Mails }) => void;
};

const HEAD = "w-20 py-1 text-center font-normal";

/** A table of kinds, with a check box for each channel. */
export function Kinds({ of, kinds, names, off, mail, onChange }: KindsProps) {
  const text = useText("pushes");
  const id = useId();
  const mails = mail?.state === "not_offered" ? undefined : mail;
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
              <th key={channel} scope="col" className={HEAD}>
                {text(channel)}
              </th>
            ))}
            {mails === undefined ? null : (
              <th scope="col" className={HEAD}>
                {text("mail")}
              </th>
            )}
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
                    onChange={(isOn) => onChange({ off: changed(off, { channel, kind }, isOn) })}
                  />
                </td>
              ))}
              {mails === undefined ? null : (
                <td className="text-center">
                  <MailSwitch kind={kind} name={names[kind]} mails={mails} onChange={onChange} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MailSwitchProps = {
  kind: PushKind;
  name: string;
  mails: NonNullable<KindsProps["mail"]>;
  onChange: KindsProps["onChange"];
};

function MailSwitch({ kind, name, mails, onChange }: MailSwitchProps) {
  const text = useText("pushes");
  if (!isMailKind(kind)) return <>{text("noMail")}</>;
  const isPossible = mails.state === "possible";
  return (
    <Switch
      name={text("kindIn", { kind: name, channel: text("mail") })}
      isOn={isPossible && mails.chosen.includes(kind)}
      disabled={!isPossible}
      onChange={(isOn) => onChange({ mail: changedMails(mails.chosen, kind, isOn) })}
    />
  );
}

type SwitchProps = {
  name: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** A check box whose label fills the cell, so that a finger can hit it. */
function Switch({ name, isOn, disabled = false, onChange }: SwitchProps) {
  return (
    <label className="inline-flex min-h-9 min-w-11 cursor-pointer items-center justify-center pointer-coarse:min-h-11">
      <input
        type="checkbox"
        aria-label={name}
        className="h-4 w-4 accent-(--accent-strong)"
        checked={isOn}
        disabled={disabled}
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
