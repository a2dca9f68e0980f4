"use client";

import type { Route } from "next";
import Link from "next/link";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isLive } from "#components/keys/key-sections.tsx";
import { MCP_KEYS, type McpKey } from "#components/mcp-keys/mcp-key.ts";
import { useResource } from "#components/settings-frame/use-resource.ts";

/** Apps are not all that acts for a person: how many keys do, and where they are. */
export function KeysNote() {
  const text = useText("connectedApps");
  const { data } = useResource<{ keys: McpKey[] }>(MCP_KEYS);
  const live = data?.keys.filter(isLive);
  const orders = live?.filter(({ canStageOrders }) => canStageOrders).length ?? 0;
  return (
    <section aria-label={text("keysTitle")} className="flex flex-col items-start gap-1">
      <h2 className="text-sm font-semibold">{text("keysTitle")}</h2>
      <p className="text-ink-muted">
        {live === undefined
          ? null
          : live.length === 0
            ? text("keysNone")
            : text("keysText", { count: live.length, orders })}
      </p>
      <Link
        href={"/settings/mcp-keys" as Route}
        className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {text("keysLink")}
      </Link>
    </section>
  );
}
