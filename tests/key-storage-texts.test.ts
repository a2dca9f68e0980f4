/** What the pages say about the storage of a key is what its kind does, in every language. */
import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as botAr from "#components/machines/messages/ar/bot-keys.ts";
import * as mcpAr from "#components/machines/messages/ar/mcp-keys.ts";
import * as botDe from "#components/machines/messages/de/bot-keys.ts";
import * as mcpDe from "#components/machines/messages/de/mcp-keys.ts";
import * as botEn from "#components/machines/messages/en/bot-keys.ts";
import * as mcpEn from "#components/machines/messages/en/mcp-keys.ts";
import { KEY_KINDS } from "#lib/machines/keys/kinds.ts";
import { config } from "#lib/platform/config/config.ts";
import { decryptSecret } from "#lib/platform/secret-cipher.ts";

const FINGERPRINT = { en: /fingerprint/, de: /Fingerabdruck/, ar: /بصمته/ };
const ENCRYPTED = { en: /encrypted/, de: /verschlüsselt/, ar: /مشفّرًا/ };
const TEXTS = {
  mcp: { en: mcpEn.default, de: mcpDe.default, ar: mcpAr.default },
  bot: { en: botEn.default, de: botDe.default, ar: botAr.default },
};

/** What is kept of a secret of the kind, found in what it stores. */
function storageOf(kind: keyof typeof KEY_KINDS): "fingerprint" | "encrypted" {
  const id = "tbk_000000000000000000000000";
  const { secret, stored } = KEY_KINDS[kind].makeSecret(id);
  const [first, ...others] = Object.values(stored) as string[];
  expect(others).toEqual([]);
  if (first === hash("sha256", secret, "hex")) return "fingerprint";
  expect(decryptSecret(first ?? "", id, config().encryptionSecret)).toBe(secret);
  return "encrypted";
}

describe.each(["mcp", "bot"] as const)("a key of the kind %s", (kind) => {
  test.each(["en", "de", "ar"] as const)("is stored as the page and the dialog say in %s", (of) => {
    const isEncrypted = storageOf(kind) === "encrypted";
    const { kept, secretKeeps } = TEXTS[kind][of];
    for (const sentence of [kept, secretKeeps]) {
      expect(ENCRYPTED[of].test(sentence), sentence).toBe(isEncrypted);
      expect(FINGERPRINT[of].test(sentence), sentence).toBe(!isEncrypted);
    }
  });
});
