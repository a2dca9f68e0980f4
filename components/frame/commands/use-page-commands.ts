"use client";

import { useRouter } from "next/navigation";
import type { PagePath } from "#components/frame/pages/pages.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { Command } from "./command-registry.ts";

/** The pages that the palette finds. Pages load this list with their commands, so it is not a part of the registry of pages. */
const PAGES = [
  ["settings", "/settings", "goSettings"],
  ["sessions", "/settings/sessions", "goSessions"],
  ["activity", "/settings/activity", "goActivity"],
] as const satisfies readonly (readonly [id: string, href: PagePath, title: string])[];

/** Commands that open a page. */
export function usePageCommands(): Command[] {
  const text = useText("commands");
  const router = useRouter();
  return PAGES.map(([id, href, title]) => ({
    id: `account.${id}`,
    section: "account",
    title: text(title),
    keywords: "login e-mail security",
    run: () => router.push(href),
  }));
}
