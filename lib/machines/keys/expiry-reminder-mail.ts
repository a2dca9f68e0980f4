/** The text of a reminder, which contains no credential. */

import type { mcpKeys } from "#lib/machines/schema/keys.ts";
import { escapeHtml } from "#lib/platform/mail/escape-html.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";

type Key = Pick<typeof mcpKeys.$inferSelect, "name" | "preview" | "expiresAt">;

/** Days are rounded up: 25 hours are 2 days, 24 hours are 1. */
export function reminderMail(
  { name, preview, expiresAt }: Key,
  { now, baseUrl }: { now: number; baseUrl: string },
): Omit<Mail, "to"> {
  const left = timeLeft(expiresAt.getTime() - now);
  const page = `${baseUrl}/settings/mcp-keys`;
  const exact = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const lines = [
    `Your MCP key “${name}” (${preview}) expires in ${left}, at ${exact}.`,
    "From then on its requests are refused. Rotate it on your keys page: the new key gets the same rights, and the old one can stay valid for up to 72 hours.",
  ];
  return {
    subject: `Your MCP key “${name}” expires in ${left}`,
    text: [...lines, page].join("\n\n"),
    html: `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}<p><a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`,
  };
}

function timeLeft(leftMs: number): string {
  if (leftMs < DAY_MS) return "less than a day";
  return leftMs === DAY_MS ? "1 day" : `${Math.ceil(leftMs / DAY_MS)} days`;
}
