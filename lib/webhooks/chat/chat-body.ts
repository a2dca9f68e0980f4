/**
 * Bodies for the incoming webhooks of chat services, within the limits that each of them documents. Texts of others, such as headlines and
 * notes, are shown as they are: they can neither format, nor link, nor mention anybody.
 */
import type { ChatFormat } from "#lib/protocol/webhooks.ts";
import type { ChatMessage } from "./chat-message.ts";

export function chatBody(format: ChatFormat, message: ChatMessage): string {
  return JSON.stringify(BODIES[format](message));
}

const BODIES: Readonly<Record<ChatFormat, (message: ChatMessage) => object>> = {
  slack: slackBody,
  discord: discordBody,
  teams: teamsBody,
};

/** A text object of Slack takes 3,000 characters, escapes included. */
const SLACK_CHARACTERS = 3_000;
const SLACK_TITLE_CHARACTERS = 400;

/**
 * `text` is what notifications show. `verbatim` and `link_names` keep Slack from making links and mentions of plain text; those in angle
 * brackets (`<!channel>`, `<@U1>`) are escaped.
 */
function slackBody({ title, text, url, open }: ChatMessage) {
  const head = slackText(title, SLACK_TITLE_CHARACTERS);
  const link = `<${slackAddress(url)}|${slackText(open, 100)}>`;
  const room = SLACK_CHARACTERS - head.length - link.length - "**\n\n".length;
  const body = slackText(text, room);
  const lines = [`*${head}*`, body, link].filter((line) => line !== "");
  const written = { type: "mrkdwn", text: lines.join("\n"), verbatim: true };
  return {
    text: head,
    blocks: [{ type: "section", text: written }],
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Escapes the three characters that begin or end a control sequence, and cuts before an escape would be cut. */
function slackText(text: string, most: number): string {
  const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return cutTo(
    Array.from(unmentioned(text)).map((character) => escapes[character] ?? unformatted(character)),
    most,
  );
}

/** Slack has no escape for its formatting. A zero-width space beside such a character keeps it from having an effect. */
function unformatted(character: string): string {
  return "*_~`".includes(character) ? `\u200b${character}\u200b` : character;
}

/** An address inside of a link: its delimiters are escaped as in a URL. */
function slackAddress(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll("|", "%7C").replaceAll(">", "%3E");
}

/** Of an embed's title and its description. All texts of a message together may have 6,000. */
const DISCORD_TITLE_CHARACTERS = 256;
const DISCORD_TEXT_CHARACTERS = 4_096;
const DISCORD_COLOR = 0x3b_82_f6;

/** An embed shows mentions and never notifies by them; `allowed_mentions` forbids them in the whole message. */
function discordBody({ title, text, url }: ChatMessage) {
  const description = discordText(text, DISCORD_TEXT_CHARACTERS);
  return {
    embeds: [
      {
        title: discordText(title, DISCORD_TITLE_CHARACTERS),
        ...(description !== "" && { description }),
        url,
        color: DISCORD_COLOR,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

/** A backslash takes the meaning of what formats, links or mentions; a zero-width space keeps an address from becoming a link. */
function discordText(text: string, most: number): string {
  const harmless = unmentioned(text).replaceAll("://", ":\u200b//");
  return cutTo(
    Array.from(harmless).map((character) =>
      /[\\*_~`|<>#[\]()-]/.test(character) ? `\\${character}` : character,
    ),
    most,
  );
}

/** A zero-width space behind the sign keeps `@everyone` from being recognised. */
function unmentioned(text: string): string {
  return text.replaceAll("@", "@\u200b");
}

/** A message to Teams may have 28 KB. A character takes up to six bytes in JSON. */
const TEAMS_TITLE_CHARACTERS = 300;
const TEAMS_TEXT_CHARACTERS = 3_000;
/** Each line is a block of its own, which costs about 80 bytes. */
const TEAMS_LINES = 20;

/**
 * An Adaptive Card, as workflows and connectors of Teams take it. The runs of a RichTextBlock know no Markdown, and without
 * `msteams.entities` a card mentions nobody.
 */
function teamsBody({ title, text, url, open }: ChatMessage) {
  const lines = teamsText(text, TEAMS_TEXT_CHARACTERS)
    .split("\n")
    .filter((line) => line !== "");
  const rest = lines.slice(TEAMS_LINES).join(" ");
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            richText(teamsText(title, TEAMS_TITLE_CHARACTERS), {
              weight: "Bolder",
              size: "Medium",
            }),
            ...[...lines.slice(0, TEAMS_LINES), ...(rest === "" ? [] : [rest])].map((line) =>
              richText(line, {}),
            ),
          ],
          actions: [{ type: "Action.OpenUrl", title: open, url }],
        },
      },
    ],
  };
}

function richText(text: string, style: { weight?: "Bolder"; size?: "Medium" }) {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", text, ...style }] };
}

/** `<at>` would be a mention where a card has entities. */
function teamsText(text: string, most: number): string {
  return cutTo(Array.from(unmentioned(text).replace(/<(?=\/?at\b)/gi, "<\u200b")), most);
}

/** As many pieces as have `most` UTF-16 units together, with an ellipsis where something is left out. */
function cutTo(pieces: readonly string[], most: number): string {
  const all = pieces.join("");
  if (all.length <= most) return all;
  let cut = "";
  for (const piece of pieces) {
    if (cut.length + piece.length >= most) break;
    cut += piece;
  }
  return `${cut.trimEnd()}…`;
}

/** What a connector of Teams answers with status 200 when it did not post the message. */
const TEAMS_REFUSALS = [/^Webhook message delivery failed/i, /^System\.Net\.Http\./];

/** Whether an answer with a 2xx status says in its body that the message was not posted. */
export function isRejection(format: ChatFormat, answer: string): boolean {
  return format === "teams" && TEAMS_REFUSALS.some((pattern) => pattern.test(answer.trimStart()));
}
