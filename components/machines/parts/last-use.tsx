"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { deviceOf } from "#components/identity/sessions/device.ts";
import { Ago } from "#components/ui/ago.tsx";
import { isolated } from "#components/ui/isolated-text.ts";

export type KeyUse = {
  /** ISO 8601; null: never used. */
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  lastUsedAgent: string | null;
};

/** The last use of a key, for its card. */
export function LastUsed({ use }: { use: KeyUse }) {
  const text = useText("keys");
  const program = useProgram();
  const { lastUsedAt, lastUsedAddress, lastUsedAgent } = use;
  if (lastUsedAt === null) return <span>{text("never")}</span>;
  return (
    <>
      <Ago at={lastUsedAt} exact />
      {lastUsedAddress === null ? null : (
        <span
          className="block text-2xs break-words text-ink-muted"
          title={lastUsedAgent ?? undefined}
        >
          {text("lastUsedBy", {
            address: isolated(lastUsedAddress),
            agent: program(lastUsedAgent),
          })}
        </span>
      )}
    </>
  );
}

/** The last use of a key, for the confirmation of its revocation. */
export function LastUse({ use }: { use: KeyUse }) {
  const text = useText("keys");
  const program = useProgram();
  const time = useUseTime();
  if (use.lastUsedAt === null) return <p>{text("revokeUnused")}</p>;
  return (
    <p className="rounded border border-warn-line bg-warn-soft p-2 break-words text-warn">
      {text("revokeUsed", {
        time: time(use.lastUsedAt),
        address: isolated(use.lastUsedAddress ?? ""),
        agent: program(use.lastUsedAgent),
      })}
    </p>
  );
}

/** Names the program of a User-Agent: browser and system, else its first word. */
export function useProgram(): (agent: string | null) => string {
  const text = useText("keys");
  const sessionsText = useText("sessions");
  return (agent) => {
    const [name = ""] = (agent ?? "").trim().split(/\s+/);
    if (agent === null || name === "") return text("unknownAgent");
    const { browser, system } = deviceOf(agent);
    if (browser === undefined || system === undefined) return isolated(browser ?? name);
    return isolated(sessionsText("browserOn", { browser, system }));
  };
}

export function useUseTime(): (at: string) => string {
  const format = useFormat();
  return (at) => `${format.date(Date.parse(at))} ${format.timeOfDay(Date.parse(at))}`;
}
