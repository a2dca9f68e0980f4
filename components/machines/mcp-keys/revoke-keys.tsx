"use client";

import { useAction, write } from "#components/data/use-action.ts";
import ConfirmDialog from "#components/frame/settings/confirm-dialog.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LastUse, useProgram, useUseTime } from "#components/machines/parts/last-use.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { notify } from "#components/ui/notify.ts";
import { MCP_KEYS, type McpKey } from "./mcp-key.ts";

type RevokeKeysProps = {
  /** One key, or all live ones. */
  keys: readonly McpKey[];
  isAll: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Confirms the revocation of keys, and shows their last use. */
export default function RevokeKeys({ keys, isAll, onDone, onClose }: RevokeKeysProps) {
  const text = useText("mcpKeys");
  const [one] = keys;
  const { run, pending, error } = useAction(() =>
    write("DELETE", isAll ? MCP_KEYS : `${MCP_KEYS}/${one?.id ?? ""}`),
  );
  const confirm = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    const { revoked = 1 } = (answer.body ?? {}) as { revoked?: number };
    notify({
      tone: "good",
      text: isAll ? text("revokedAll", { count: revoked }) : text("revoked"),
    });
    onDone();
  };
  const title = isAll
    ? text("revokeAllTitle")
    : text("revokeTitle", { name: isolated(one?.name ?? "") });
  return (
    <ConfirmDialog
      title={title}
      action={text(isAll ? "revokeAllAction" : "revoke")}
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isAll ? (
        <AffectedKeys keys={keys} />
      ) : (
        <>
          <p>{text("revokeText")}</p>
          {one === undefined ? null : <LastUse use={one} />}
        </>
      )}
    </ConfirmDialog>
  );
}

function AffectedKeys({ keys }: { keys: readonly McpKey[] }) {
  const text = useText("mcpKeys");
  const time = useUseTime();
  const program = useProgram();
  return (
    <>
      <p>{text("revokeAllText", { count: keys.length })}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {keys.map(({ id, name, lastUsedAt, lastUsedAgent }) => (
          <li key={id} className="break-words">
            {lastUsedAt === null
              ? text("revokeAllUnused", { name })
              : text("revokeAllKey", {
                  name,
                  time: time(lastUsedAt),
                  agent: program(lastUsedAgent),
                })}
          </li>
        ))}
      </ul>
      <p>{text("revokeAllThen", { count: keys.length })}</p>
    </>
  );
}
