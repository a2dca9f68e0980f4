"use client";

import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import ConfirmDialog from "#components/frame/settings/confirm-dialog.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LastUse, useUseTime } from "#components/machines/parts/last-use.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { notify } from "#components/ui/notify.ts";
import type { Grant } from "#lib/protocol/wire/assistant.ts";
import type { ConnectedApp } from "./connected-app.ts";
import { GRANTS } from "./grant.ts";

type DisconnectProps = {
  app: ConnectedApp;
  /** One of its connections; `undefined`: all of them. */
  grant: Grant | undefined;
  onDone: () => void;
  onClose: () => void;
};

/** Confirms the disconnection of an app or of one connection, and shows its last use. */
export default function Disconnect({ app, grant, onDone, onClose }: DisconnectProps) {
  const text = useText("connectedApps");
  const time = useUseTime();
  const { run, pending, error } = useAction(() =>
    write(
      "DELETE",
      grant === undefined
        ? `${GRANTS}?client_id=${encodeURIComponent(app.clientId)}`
        : `${GRANTS}/${grant.id}`,
    ),
  );
  const confirm = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    const { revoked = 1 } = (answer.body ?? {}) as { revoked?: number };
    notify({
      tone: "good",
      text: revoked > 1 ? text("revokedAll", { count: revoked }) : text("revoked"),
    });
    onDone();
  };
  const { scopes, lastUsedAt } = grant ?? { ...app.lastUsed, scopes: app.scopes };
  const name = isolated(app.name);
  return (
    <ConfirmDialog
      title={text(grant === undefined ? "revokeTitle" : "revokeOneTitle", { name })}
      action={text("revoke")}
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {grant === undefined ? (
        <>
          {app.count > 1 ? <p>{text("revokeAllText", { count: app.count })}</p> : null}
          <p>{text("revokeText")}</p>
        </>
      ) : (
        <p>{text("revokeOneText", { time: time(grant.createdAt), count: app.count - 1 })}</p>
      )}
      {scopes.includes("trade:execute") ? <p>{text("revokeWaiting")}</p> : null}
      {lastUsedAt === null ? null : <LastUse use={grant ?? app.lastUsed} />}
    </ConfirmDialog>
  );
}
