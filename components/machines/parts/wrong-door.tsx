"use client";

import { DoorClosed } from "lucide-react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";

export type WrongDoor = { at: string; path: string; count: number };

/** Tells the owner that something shows the key where it does not belong. `door`: where it does. */
export function WrongDoorHint({ wrongDoor, door }: { wrongDoor: WrongDoor; door: string }) {
  const text = useText("keys");
  const format = useFormat();
  const at = Date.parse(wrongDoor.at);
  const time = `${format.date(at)} ${format.timeOfDay(at)}`;
  return (
    <p className="flex items-start gap-2 rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn">
      <DoorClosed size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        {text("wrongDoor", { path: isolated(wrongDoor.path), time, door: isolated(door) })}{" "}
        {text("wrongDoorCount", { count: wrongDoor.count })}
      </span>
    </p>
  );
}

/** Left to right within a sentence of any direction. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
