/** What a reminder of a key says. Nothing of it opens anything. */
import type { mcpKeys } from "#lib/db/schema/keys.ts";

export type Mail = { to: string; subject: string; text: string; html: string };

type Key = Pick<typeof mcpKeys.$inferSelect, "name" | "preview" | "expiresAt">;

const DAY_MS = 86_400_000;

/** Days are rounded up: a key that ends in 25 hours has 2 days. */
export function reminderMail(
  { name, preview, expiresAt }: Key,
  { now, baseUrl }: { now: number; baseUrl: string },
): Omit<Mail, "to"> {
  const days = Math.max(1, Math.ceil((expiresAt.getTime() - now) / DAY_MS));
  const left = days === 1 ? "less than a day" : `${days} days`;
  const page = `${baseUrl}/settings/mcp-keys`;
  const exact = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const lines = [
    `Your MCP key “${name}” (${preview}) expires in ${left}, at ${exact}.`,
    "What uses it will be refused from then on. Rotate it on the page of your keys: the new key gets the same rights, and the old one can go on for up to 72 hours.",
  ];
  return {
    subject: `Your MCP key “${name}” expires in ${left}`,
    text: [...lines, page].join("\n\n"),
    html: `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}<p><a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`,
  };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
