"use client";

import Link from "next/link";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import ConfirmDialog from "#components/frame/settings/confirm-dialog.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LastUse, useProgram, useUseTime } from "#components/machines/parts/last-use.tsx";
import { notify } from "#components/ui/notify.ts";
import type { KeyKind, MachineKey } from "./key-kind.ts";

type RevokeKeysProps = {
  kind: Pick<KeyKind, "messages" | "url">;
  /** One key, or all live ones. */
  keys: readonly MachineKey[];
  isAll: boolean;
  onClose: () => void;
};

/** Confirms the revocation of keys, and shows their last use. */
export default function RevokeKeys({ kind, keys, isAll, onClose }: RevokeKeysProps) {
  const text = useText(kind.messages);
  const common = useText("keys");
  const [one] = keys;
  const { run, pending, error } = useAction(() =>
    write("DELETE", isAll ? kind.url : `${kind.url}/${one?.id ?? ""}`),
  );
  const confirm = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    const { revoked = 1 } = (answer.body ?? {}) as { revoked?: number };
    notify({
      tone: "good",
      text: isAll ? common("revokedAll", { count: revoked }) : text("revoked"),
    });
    onClose();
  };
  return (
    <ConfirmDialog
      title={isAll ? common("revokeAllTitle") : text("revokeTitle", { name: one?.name ?? "" })}
      action={common(isAll ? "revokeAll" : "revoke")}
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
      <StayingWebhooks keys={keys} />
    </ConfirmDialog>
  );
}

/** Webhooks outlive the key that made them. An owner who revokes a stolen key should check them too. */
function StayingWebhooks({ keys }: { keys: readonly MachineKey[] }) {
  const text = useText("keys");
  const all = new Map(
    keys.flatMap(({ webhooks = [] }) => webhooks.map((one) => [one.id, one] as const)),
  );
  if (all.size === 0) return null;
  return (
    <>
      <p>{text("webhooksStay")}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {[...all.values()].map(({ id, origin }) => (
          <li key={id} className="break-all">
            <Link
              href={`/settings/webhooks/${id}`}
              className="text-accent underline underline-offset-2 pointer-coarse:min-h-11"
            >
              <bdi dir="ltr">{origin}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function AffectedKeys({ keys }: { keys: readonly MachineKey[] }) {
  const text = useText("keys");
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
