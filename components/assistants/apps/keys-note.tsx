"use client";

import type { Route } from "next";
import Link from "next/link";
import { useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { MCP_KEYS, type McpKey } from "#components/machines/mcp-keys/mcp-key.ts";
import { isLive } from "#components/machines/parts/key-sections.tsx";

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
