"use client";

import Link from "next/link";
import { lazy } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ProposalLimits } from "#components/machines/controls/proposal-limits.tsx";
import { Fact } from "#components/machines/keys/key-card.tsx";
import { isLive, type KeyKind } from "#components/machines/keys/key-kind.ts";
import { KeyPage } from "#components/machines/keys/key-page.tsx";
import { LastUsed } from "#components/machines/parts/last-use.tsx";
import { Usage } from "#components/machines/parts/usage.tsx";
import { Ago } from "#components/ui/ago.tsx";
import type { BotKey } from "#lib/protocol/wire/machine-keys.ts";
import { BOT_KEYS, BOT_PATH } from "./bot-key.ts";

const MakeKey = lazy(() => import("./new-key.tsx"));

const KIND: KeyKind<BotKey> = {
  messages: "botKeys",
  url: BOT_KEYS,
  endpoint: BOT_PATH,
  canRotate: false,
  canRevokeAll: false,
  above: <Explanation />,
  empty: <NoKeys />,
  summary: (key) => <Summary botKey={key} />,
  details: (key) => (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-xs sm:grid-cols-2 [&_dd]:mt-0.5">
        <Facts botKey={key} />
      </dl>
      <Usage url={`${BOT_KEYS}/${key.id}/usage`} />
      {isLive(key) && key.canStageOrders ? <ProposalLimits kind="bot_key" id={key.id} /> : null}
    </>
  ),
  MakeKey,
};

export function BotKeysPage() {
  return <KeyPage kind={KIND} />;
}

function Explanation() {
  const text = useText("botKeys");
  return (
    <section aria-label={text("whatTitle")} className="rounded-md border bg-surface p-4">
      <h2 className="text-sm font-semibold">{text("whatTitle")}</h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5 text-ink-muted">
        <li>{text("canRead")}</li>
        <li>{text("mayStage")}</li>
        <li className="font-medium text-ink">{text("cannotSign")}</li>
        <li>{text("onlyFrom")}</li>
        <li>{text("secretStays")}</li>
      </ul>
      <p className="mt-2 text-xs text-ink-muted">
        {text("readMore")}{" "}
        <Link href="/docs/bot" className="text-accent underline underline-offset-2">
          {text("toDevelopers")}
        </Link>
      </p>
    </section>
  );
}

function NoKeys() {
  const text = useText("botKeys");
  return (
    <div className="rounded-md border border-dashed p-6 text-center">
      <p className="font-medium">{text("none")}</p>
      <p className="mt-1 text-ink-muted">{text("noneDetail")}</p>
    </div>
  );
}

function Summary({ botKey: { id, preview, canStageOrders } }: { botKey: BotKey }) {
  const text = useText("botKeys");
  return (
    <p className="-mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
      <code dir="ltr" className="break-all">
        {id} · {preview}
      </code>
      <span>{text(canStageOrders ? "orders" : "readOnly")}</span>
    </p>
  );
}

function Facts({ botKey }: { botKey: BotKey }) {
  const text = useText("botKeys");
  const common = useText("keys");
  const { account, allowlist, expiresAt, revokedAt } = botKey;
  return (
    <>
      <Fact name={text("allowed")}>
        <ul dir="ltr" className="flex flex-wrap gap-1 font-mono rtl:justify-end">
          {allowlist.map((entry) => (
            <li key={entry} className="rounded bg-raised px-1.5 py-0.5 break-all">
              {entry}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={text("account")}>
        {account === null ? (
          text("noAccount")
        ) : (
          <span dir="ltr" className="font-mono break-all">
            {account}
          </span>
        )}
      </Fact>
      <Fact name={common("lastUsed")}>
        <LastUsed use={botKey} />
      </Fact>
      <Fact name={common("created")}>
        <Ago at={botKey.createdAt} exact />
      </Fact>
      {revokedAt === null ? (
        <Fact name={common("expires")}>
          {expiresAt === null ? text("never") : <Ago at={expiresAt} exact />}
        </Fact>
      ) : (
        <Fact name={text("revokedAt")}>
          <Ago at={revokedAt} exact />
        </Fact>
      )}
    </>
  );
}
