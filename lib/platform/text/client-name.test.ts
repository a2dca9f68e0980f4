/** How names that other people wrote are shown, and which warnings they cause. */
import { describe, expect, test } from "vitest";
import { cleanName, hasMixedScripts, resemblesOurs } from "./client-name.ts";

describe("a displayed name", () => {
  test.each([
    ["Claude", "Claude"],
    ["  Visual  Studio\tCode \n", "Visual Studio Code"],
    ["Claude\u202Eedualc", "Claudeedualc"],
    ["\u2066Claude\u2069", "Claude"],
    ["Cla\u200Bude\uFEFF", "Claude"],
    ["Claude\u0000\u0007", "Claude"],
    ["Claude\r\nVerified by svc", "Claude Verified by svc"],
    ["Claude\u2028Verified", "Claude Verified"],
    ["\u3164Claude\u2800", "Claude"],
    ["Cla\u{E0041}ude", "Claude"],
    ["✅ Claude ✔\uFE0F", "Claude"],
    ["Å", "Å"],
    ["مساعد", "مساعد"],
    ["助手", "助手"],
    ["Tool 🛠", "Tool 🛠"],
  ])("of %j is %j", (given, shown) => {
    expect(cleanName(given)).toBe(shown);
  });

  test.each(["", "   ", "\u200B\u202E", "\u3164"])("of %j is none", (given) => {
    expect(cleanName(given)).toBeUndefined();
  });

  test("has at most 80 characters, and none of them is cut in half", () => {
    expect(cleanName("a".repeat(10_000))).toBe("a".repeat(80));
    expect(cleanName("🛠".repeat(100))).toBe("🛠".repeat(80));
  });

  test("cannot change the direction of the surrounding text", () => {
    expect(cleanName(`a${"\u0316".repeat(50)}b`)).toBe(`a${"\u0316".repeat(4)}b`);
  });
});

describe("mixed scripts in one word", () => {
  test.each(["Сlaude", "Claudе", "ΑBC", "Vіsual Studio"])("are detected in %j", (name) => {
    expect(hasMixedScripts(name)).toBe(true);
  });

  test.each(["Claude", "Помощник Claude", "Claudeアシスタント", "مساعد Claude", "Zoë 2", "Ελλάδα"])(
    "are not detected in %j",
    (name) => {
      expect(hasMixedScripts(name)).toBe(false);
    },
  );
});

describe("a name that imitates ours", () => {
  test.each([
    "svc",
    "SVC Wallet",
    "s.v.c",
    "S V C support",
    "5vc",
    "ѕvс",
    "ŠVC",
    "ｓｖｃ",
    "svctrading",
    "Official-SVC",
    "Exchange Help",
    "ꜱᴠᴄ",
    "🆂🆅🅲",
    "🅢🅥🅒",
    "🇸🇻🇨",
    "§VC",
    "S∨C",
    "MySvcApp",
    "sVc",
    "exchang3",
  ])("is detected in %j", (name) => {
    expect(resemblesOurs(name, ["svc", "exchange"])).toBe(true);
  });

  test.each(["Claude", "Cursor", "Visual Studio Code", "ChatGPT", "MCP Inspector", "助手", ""])(
    "is not detected in %j",
    (name) => {
      expect(resemblesOurs(name, ["svc", "exchange"])).toBe(false);
    },
  );
});
