/** The texts that documents and pages show for pasting, each with its document and line. */

/** What a fence names. `text` is shown and not meant for pasting. */
const LANGUAGES = ["sh", "ts", "python", "json", "text"] as const;
export type Language = (typeof LANGUAGES)[number];

export type Block = {
  /** `docs/api/oauth.md:24`, or `/developers: curl-bot`. */
  location: string;
  language: Language;
  text: string;
};

const FENCE = /^( *)```(\w*)\n(.*?)^\1```$/gms;

/** @throws Error for a fence that names no language, or another one */
export function blocksOf(document: string, markdown: string): Block[] {
  return [...markdown.matchAll(FENCE)].map((found) => {
    const [, indent = "", name = "", text = ""] = found;
    const line = markdown.slice(0, found.index).split("\n").length;
    const location = `${document}:${line}`;
    const language = LANGUAGES.find((one) => one === name);
    if (language === undefined)
      throw new Error(
        `${location}: a block names one of ${LANGUAGES.join(", ")}, and not "${name}"`,
      );
    return { location, language, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
  });
}

/** Blocks that no reader's shell can run here. Each is in one document, and every reason says who else runs it. */
export const KEPT: readonly { document: string; starts: string; reason: string }[] = [
  {
    document: "README.md",
    starts: "npm start",
    reason: "starts the service itself: this stack is started by the same code",
  },
  {
    document: "README.md",
    starts: "FEED=replay",
    reason: "starts the service with a recording or a key that the reader has",
  },
  {
    document: "docs/api/ccxt.md",
    starts: "import svc from",
    reason: "needs the package ccxt: the client “CCXT” runs it where that is installed",
  },
  {
    document: "docs/api/webhooks.md",
    starts: "import { Webhook } from",
    reason: "needs the package standardwebhooks: a test of the verifiers of others runs it",
  },
  {
    document: "/connect",
    starts: "claude mcp add",
    reason: "needs Claude Code; a unit test reads its arguments",
  },
  {
    document: "/connect",
    starts: "code --add-mcp",
    reason: "needs VS Code; a unit test reads its arguments",
  },
  {
    document: "/connect",
    starts: "npx -y @modelcontextprotocol/inspector",
    reason: "downloads the Inspector: the client “MCP Inspector” runs it from an installed copy",
  },
];

export function skipReason({ location, text }: Block): string | undefined {
  return KEPT.find(({ document, starts }) => isIn(location, document) && text.startsWith(starts))
    ?.reason;
}

export function isIn(location: string, document: string): boolean {
  return location.startsWith(`${document}:`);
}
