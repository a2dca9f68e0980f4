/**
 * Messages for chat services: within the limits that each service documents, in three languages, and without
 * effect of texts that others wrote.
 */
import { describe, expect, test } from "vitest";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import { WEBHOOK_EVENT_TYPES, WEBHOOK_FORMATS } from "#lib/protocol/webhooks.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";
import { chatBody, isRejection } from "./chat-body.ts";
import { type ChatMessage, chatMessage } from "./chat-message.ts";

const BASE = "https://app.example";
const FORMATS = WEBHOOK_FORMATS.filter((format) => format !== "json");
const ALL = WEBHOOK_EVENT_TYPES.flatMap((type) => MAIL_LOCALES.map((locale) => ({ type, locale })));

const HOSTILE = [
  "<!channel> <!here> <!everyone> <@U024BE7LH> <#C024BE7LH> <!subteam^S1|team>",
  "@everyone @here <@123456789012345678> <@&123> <#123>",
  "<at>Everyone</at> <AT id='1'>x</AT>",
  "[click](https://evil.example) <https://evil.example|click> https://evil.example",
  "*bold* _it_ ~no~ `code` ```block``` # head > quote - item || spoiler ||",
  '& &amp; \\ " \u0000 \u2028',
].join(" ");
const hostile: ChatMessage = { title: HOSTILE, text: HOSTILE, url: `${BASE}/trade`, open: "Open" };
const long: ChatMessage = {
  title: "&*😀".repeat(3_000),
  text: "<_😀\n".repeat(10_000),
  url: `${BASE}/trade`,
  open: "Open",
};
const hugest: ChatMessage = { ...long, title: "€".repeat(9_999), text: "€\n".repeat(99_999) };

// oxlint-disable-next-line typescript/no-explicit-any
const written = (format: (typeof FORMATS)[number], message: ChatMessage): any =>
  JSON.parse(chatBody(format, message));

describe.each(ALL)("$type in $locale", ({ type, locale }) => {
  const event = { type, data: JSON.stringify(EVENT_TYPES[type].sample), isLive: true };
  const message = chatMessage(event, { locale, baseUrl: BASE });

  test("has a title, a sentence and a page of this site, with every value filled in", () => {
    expect(message.title).not.toBe("");
    expect(message.text).not.toBe("");
    expect(message.url).toMatch(/^https:\/\/app\.example\/[a-z]/);
    for (const text of [message.title, message.text]) {
      expect(text).not.toMatch(/\{\w+\}|undefined|null|NaN|\[object/);
      expect(text).toBe(text.trim());
    }
  });

  test("is the same each time, so that attempts send the same bytes", () => {
    for (const format of FORMATS) {
      const again = chatMessage(event, { locale, baseUrl: BASE });
      expect(chatBody(format, again)).toBe(chatBody(format, message));
    }
  });
});

test("languages differ, and a webhook without one gets English", () => {
  const event = { type: "swap.confirmed", isLive: true } as const;
  const data = JSON.stringify(EVENT_TYPES["swap.confirmed"].sample);
  const titles = [...MAIL_LOCALES, null].map(
    (locale) => chatMessage({ ...event, data }, { locale, baseUrl: BASE }).title,
  );
  expect(titles).toEqual([
    "Swap completed: 150 USDC for 0.996 SOL",
    "Swap abgeschlossen: 150 USDC gegen 0,996 SOL",
    "اكتملت المبادلة: \u2068150 USDC\u2069 مقابل \u20680.996 SOL\u2069",
    "Swap completed: 150 USDC for 0.996 SOL",
  ]);
});

test("a test says so, and one with data of its own is named by its type", () => {
  const event = { type: "order.filled", isLive: false } as const;
  const sample = JSON.stringify(EVENT_TYPES["order.filled"].sample);
  const message = (data: string) =>
    chatMessage({ ...event, data }, { locale: "en", baseUrl: BASE });
  expect(message(sample).title).toBe("Test: Take profit filled. Sold 0.02 BTC at 58,728.8");
  for (const data of ["{}", '{"market":5}', "[]", "null"]) {
    expect(message(data)).toMatchObject({ title: "Test: Event order.filled", text: "" });
    for (const format of FORMATS) expect(() => written(format, message(data))).not.toThrow();
  }
});

describe("Slack", () => {
  const textOf = (message: ChatMessage) => String(written("slack", message).blocks[0].text.text);

  test("gets a section within 3,000 characters and a text for notifications", () => {
    for (const message of [hostile, long, hugest]) {
      const { text, blocks } = written("slack", message);
      expect(text.length).toBeGreaterThan(0);
      expect(blocks).toMatchObject([{ type: "section", text: { type: "mrkdwn", verbatim: true } }]);
      expect(textOf(message).length).toBeLessThanOrEqual(3_000);
      expect(textOf(message)).toMatch(/\n<https:\/\/app\.example\/trade\|Open>$/);
    }
  });

  test("reads no control sequence in a text, and cuts no escape", () => {
    for (const message of [hostile, long, hugest]) {
      const { text } = written("slack", message);
      const body = textOf(message).replace("<https://app.example/trade|Open>", "");
      for (const part of [text, body]) {
        expect(part).not.toMatch(/[<>]/);
        expect(part).not.toMatch(/&(?!amp;|lt;|gt;)/);
        expect(part).not.toMatch(/@(everyone|here|channel)/);
      }
    }
    expect(written("slack", hostile)).toMatchObject({ link_names: false, unfurl_links: false });
  });

  test("formats nothing that a text asks for", () => {
    const body = textOf({ ...hostile, title: "t", text: "*bold* _it_ ~no~ `code`" });
    expect(body.replaceAll("\u200b", "")).toContain("*bold* _it_ ~no~ `code`");
    expect(body).not.toMatch(/(?<!\u200b)[_~`]/);
  });
});

describe("Discord", () => {
  test("gets an embed within 256 and 4,096 characters, 6,000 together", () => {
    for (const message of [hostile, long, hugest]) {
      const { content, embeds } = written("discord", message);
      expect(content).toBeUndefined();
      expect(embeds).toHaveLength(1);
      const [{ title, description, url }] = embeds;
      expect(url).toBe(`${BASE}/trade`);
      expect(title.length).toBeLessThanOrEqual(256);
      expect(description.length).toBeLessThanOrEqual(4_096);
      expect(title.length + description.length).toBeLessThanOrEqual(6_000);
      expect(title.length * description.length).toBeGreaterThan(0);
    }
  });

  test("may mention nobody, and escapes what formats, links or mentions", () => {
    const { allowed_mentions, embeds } = written("discord", hostile);
    expect(allowed_mentions).toEqual({ parse: [] });
    const { description } = embeds[0];
    expect(description).not.toMatch(/(?<!\\)[*_~`|<>#[\]()]/);
    expect(description).not.toMatch(/@(everyone|here)|https:\/\//);
    const plain = description.replaceAll(/\\([\\*_~`|<>#[\]()-])/g, "$1").replaceAll("\u200b", "");
    expect(plain).toBe(HOSTILE);
  });

  test("gets no empty description, which it refuses", () => {
    expect(written("discord", { ...hostile, text: "" }).embeds[0]).not.toHaveProperty(
      "description",
    );
  });
});

describe("Teams", () => {
  const runsOf = (message: ChatMessage): string[] =>
    written("teams", message).attachments[0].content.body.map(
      (block: { inlines: { text: string }[] }) => block.inlines[0]?.text,
    );

  test("gets an Adaptive Card in a message, below 28 KB", () => {
    for (const message of [hostile, long, hugest]) {
      expect(Buffer.byteLength(chatBody("teams", message))).toBeLessThan(28_000);
      const { type, attachments } = written("teams", message);
      expect(type).toBe("message");
      expect(attachments).toMatchObject([
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            type: "AdaptiveCard",
            version: "1.4",
            actions: [{ type: "Action.OpenUrl", title: "Open", url: `${BASE}/trade` }],
          },
        },
      ]);
    }
  });

  test("writes texts into runs, which know no Markdown, and has no entity of a mention", () => {
    const [{ content }] = written("teams", hostile).attachments;
    expect(content).not.toHaveProperty("msteams");
    for (const block of content.body) {
      expect(block.type).toBe("RichTextBlock");
      expect(block.inlines).toMatchObject([{ type: "TextRun" }]);
    }
    const [title, text] = runsOf(hostile);
    for (const run of [title, text]) expect(run).not.toMatch(/<\/?at\b/i);
    expect(text?.replaceAll("\u200b", "")).toBe(HOSTILE);
  });

  test.each([
    ["1", false],
    ["", false],
    [
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413",
      true,
    ],
    ["System.Net.Http.HttpRequestException: Error while copying content", true],
    ["We said: Webhook message delivery failed before", false],
  ])("with status 200 and the body %j has refused the message: %s", (answer, isRefused) => {
    expect(isRejection("teams", answer)).toBe(isRefused);
    expect(isRejection("slack", answer)).toBe(false);
  });
});
