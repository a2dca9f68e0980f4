"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { LastUse } from "#components/keys/last-use.tsx";
import ConfirmDialog from "#components/settings-frame/confirm-dialog.tsx";
import { useAction, write } from "#components/settings-frame/use-action.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { notify } from "#components/ui/notify.ts";
import { GRANTS, type Grant } from "./grant.ts";

type DisconnectProps = { grant: Grant; onDone: () => void; onClose: () => void };

/** Asks before an app is disconnected, and says what was last done with it. */
export default function Disconnect({ grant, onDone, onClose }: DisconnectProps) {
  const text = useText("connectedApps");
  const { run, pending, error } = useAction(() => write("DELETE", `${GRANTS}/${grant.id}`));
  const confirm = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    notify({ tone: "good", text: text("revoked") });
    onDone();
  };
  return (
    <ConfirmDialog
      title={text("revokeTitle", { name: isolated(grant.name) })}
      action={text("revoke")}
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{text("revokeText")}</p>
      {grant.scopes.includes("trade:execute") ? <p>{text("revokeWaiting")}</p> : null}
      {grant.lastUsedAt === null ? null : <LastUse use={grant} />}
    </ConfirmDialog>
  );
}
