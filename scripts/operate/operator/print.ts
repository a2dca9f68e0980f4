/** Prints answers of the operator API for a person at a terminal. */

import { z } from "zod";
import { OperatorKey } from "#lib/protocol/wire/machine-keys.ts";
import { isCatalystsName, printedSplit } from "./catalysts-command.ts";
import { isPartnerName } from "./partner-command.ts";
import { printedPartner } from "./print-partner.ts";
import { printedWebhooks } from "./print-webhooks.ts";
import type { OperatorRequest } from "./request.ts";
import { safe, when } from "./table.ts";
import { isWebhooksName } from "./webhooks-command.ts";

const Answer = z.object({
  keys: z.array(OperatorKey).optional(),
  key: OperatorKey.optional(),
  owner: z
    .object({
      identities: z.array(z.object({ kind: z.string(), label: z.string() })),
      deletedAt: z.string().nullable(),
    })
    .optional(),
  webhooks: z.array(z.object({ id: z.string(), origin: z.string() })).optional(),
  usage: z.array(z.object({ day: z.string(), outcome: z.string(), count: z.number() })).optional(),
  userId: z.string().optional(),
  entries: z
    .array(
      z.object({
        at: z.string(),
        action: z.string(),
        actorKind: z.string(),
        actorId: z.string().nullable(),
        target: z.string().nullable(),
        address: z.string().nullable(),
        details: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  next: z.string().nullish(),
});
type Answer = z.output<typeof Answer>;

/** @throws ZodError for an answer of another form */
export function printed(name: OperatorRequest["name"], body: unknown): string {
  if (isPartnerName(name)) return printedPartner(name, body);
  if (isWebhooksName(name)) return printedWebhooks(name, body);
  if (isCatalystsName(name)) return printedSplit(body);
  const answer = Answer.parse(body ?? {});
  if (name === "audit") return auditText(answer);
  if (answer.keys !== undefined) {
    if (answer.keys.length === 0) return "No key matches.\n";
    return answer.keys.map(keyText).join("\n");
  }
  if (answer.key === undefined) return "";
  return keyText(answer.key) + ownerText(answer) + webhooksText(answer) + usageText(answer);
}

function keyText(key: OperatorKey): string {
  const lines: [string, string][] = [
    ["account", key.userId],
    ["made", `${when(key.createdAt)}, ends ${when(key.expiresAt)}`],
    ["limits", `${key.tier}, from ${key.allowlist.join(", ") || "anywhere"}`],
    ["last used", lastUse(key)],
  ];
  if (key.revokedAt !== null) lines.push(["revoked", when(key.revokedAt)]);
  if (key.wrongDoor !== null) {
    const { at, path, count } = key.wrongDoor;
    lines.push(["wrong door", `${count} times, last ${when(at)} at ${path}`]);
  }
  const head = `${key.id}  ${key.preview}  ${key.state}  ${safe(key.name)}\n`;
  return head + lines.map(([name, text]) => `  ${name.padEnd(11)}${safe(text)}\n`).join("");
}

function lastUse({ lastUsedAt, lastUsedAddress, lastUsedAgent }: OperatorKey): string {
  if (lastUsedAt === null) return "never";
  return `${when(lastUsedAt)} from ${lastUsedAddress ?? "?"}, ${lastUsedAgent ?? "?"}`;
}

function ownerText({ owner }: Answer): string {
  if (owner === undefined) return "";
  const ways = owner.identities.map(({ kind, label }) => `${kind} ${label}`).join(", ");
  const gone = owner.deletedAt === null ? "" : ` (deleted ${when(owner.deletedAt)})`;
  return `  ${"owner".padEnd(11)}${safe(ways || "no way to sign in")}${gone}\n`;
}

/** They go on delivering, whatever became of the key. */
function webhooksText({ webhooks = [] }: Answer): string {
  return webhooks
    .map(({ id, origin }) => `  ${"stays".padEnd(11)}webhook ${id} to ${safe(origin)}\n`)
    .join("");
}

function usageText({ usage }: Answer): string {
  if (usage === undefined) return "";
  if (usage.length === 0) return "  no requests in 30 days\n";
  return usage
    .map(({ day, outcome, count }) => `  ${day}  ${outcome.padEnd(24)}${count}\n`)
    .join("");
}

function auditText({ userId, entries = [], next }: Answer): string {
  const rows = entries.map((entry) => {
    const by = entry.actorId === null ? entry.actorKind : `${entry.actorKind} ${entry.actorId}`;
    const details = Object.entries(entry.details).map(
      ([name, value]) => `${name}=${String(value)}`,
    );
    const parts = [entry.target, `by ${by}`, entry.address, ...details];
    const rest = parts.filter((part) => part !== null).join("  ");
    return `${when(entry.at)}  ${entry.action.padEnd(20)}  ${safe(rest)}\n`;
  });
  const more = next ? `More: --cursor ${next}\n` : "";
  return `${userId ?? ""}\n${rows.join("") || "Nothing is in its log.\n"}${more}`;
}
