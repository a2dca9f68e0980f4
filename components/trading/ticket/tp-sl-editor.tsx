"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useTicket } from "./ticket-context.tsx";
import type { AttachedKind } from "./tp-sl.ts";
import { AttachedField } from "./tp-sl-field.tsx";
import type { OrderCheck } from "./use-order-check.ts";

const KINDS = ["takeProfit", "stopLoss"] as const satisfies readonly AttachedKind[];

/** The fields of take profit and stop loss, each with its estimated profit or loss. */
export default function AttachedEditor({ check }: { check: OrderCheck }) {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  const obstacle = check.attachedObstacle;
  return (
    <div className="flex flex-col gap-1.5">
      {KINDS.map((kind) => (
        <AttachedField
          key={kind}
          kind={kind}
          draft={draft[kind]}
          onChange={(value) => change({ [kind]: value })}
          attached={check[kind]}
          entry={check.entry}
          scale={check.scale}
          markTicks={check.markTicks ?? 0n}
          estimate="attachedEstimate"
          wording={check.wording}
          disabled={obstacle !== undefined && draft[kind].text === ""}
        />
      ))}
      {obstacle ? (
        <output className="text-2xs text-warn">{text(obstacle)}</output>
      ) : (
        <details className="text-2xs text-ink-faint">
          <summary className="cursor-pointer hover:text-ink">{text("attachedHelpTitle")}</summary>
          <p className="mt-1">{text("attachedHelp")}</p>
          <p className="mt-1">{text("attachedHelpBoth")}</p>
        </details>
      )}
    </div>
  );
}
