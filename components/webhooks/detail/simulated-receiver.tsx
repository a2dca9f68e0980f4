"use client";

import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import { receiverApi } from "#components/webhooks/paths.ts";

const STATUSES = ["204", "500", "410"] as const;
type Status = (typeof STATUSES)[number];

/** Chooses how the simulated receiver answers, so that the user can watch a failure. */
export function SimulatedReceiver({ url }: { url: string }) {
  const text = useText("webhooks");
  const address = receiverApi(new URL(url).pathname.split("/").at(-1) ?? "");
  const read = useResource<{ status: number }>(address);
  const { run, pending, error } = useAction(async (status: Status) => {
    const answer = await write("PUT", address, { status: Number(status) });
    if (answer.ok) read.change((before) => ({ ...before, status: Number(status) }));
    return answer;
  });
  const status = STATUSES.find((one) => one === String(read.data?.status));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-dashed p-3 text-xs">
      <p className="text-ink-muted">{text("receiverAnswers")}</p>
      <ToggleGroup
        label={text("receiverAnswers")}
        value={status ?? "204"}
        options={STATUSES.map((value) => ({
          value,
          label: text(`receiver_${value}`),
          disabled: read.data === undefined || pending,
        }))}
        onChange={(next) => void run(next)}
        className="flex-wrap gap-1"
        itemClassName={TOGGLE_ITEM}
      />
      <ActionFailure error={error ?? read.error} />
    </div>
  );
}
