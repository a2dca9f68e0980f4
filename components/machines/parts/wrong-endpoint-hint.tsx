"use client";

import { DoorClosed } from "lucide-react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";

export type WrongEndpointUse = { at: string; path: string; count: number };

/** Warns the owner that a program sends the key to a wrong endpoint. `endpoint`: the right one. */
export function WrongEndpointHint({
  wrongDoor,
  endpoint,
}: {
  wrongDoor: WrongEndpointUse;
  endpoint: string;
}) {
  const text = useText("keys");
  const format = useFormat();
  const at = Date.parse(wrongDoor.at);
  const time = `${format.date(at)} ${format.timeOfDay(at)}`;
  return (
    <p className="flex items-start gap-2 rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn">
      <DoorClosed size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        {text("wrongEndpoint", {
          path: isolated(wrongDoor.path),
          time,
          endpoint: isolated(endpoint),
        })}{" "}
        {text("wrongEndpointCount", { count: wrongDoor.count })}
      </span>
    </p>
  );
}

/** Isolates a left-to-right text in a sentence. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
