/** The documents as pages: every link leads somewhere, the search finds what a developer asks for, and no other file is served. */
import type { Token } from "marked";
import { expect, test } from "vitest";
import { config } from "#lib/platform/config/config.ts";
import { docTarget } from "./doc-target.ts";
import { docFile, docFiles, docPage, docPages } from "./documents.ts";
import { llmsText } from "./llms-text.ts";
import { searchDocs } from "./search-docs.ts";

function links(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    const inner = [
      ...("tokens" in token && token.tokens ? token.tokens : []),
      ...(token.type === "list" ? (token.items as Token[]) : []),
      ...(token.type === "table"
        ? [...(token.header as Token[]), ...(token.rows as Token[][]).flat()]
        : []),
    ];
    return [...(token.type === "link" ? [String(token.href)] : []), ...links(inner)];
  });
}

test("every document is a page with a title and a summary, the venue's first", async () => {
  const pages = await docPages();
  expect(pages[0]).toMatchObject({ slug: "venue", file: "README.md", title: "Trading API" });
  for (const page of pages) {
    expect(page.title, page.file).not.toBe("");
    expect(page.summary.length, page.file).toBeGreaterThan(20);
    const anchors = page.sections.map(({ anchor }) => anchor);
    expect(new Set(anchors).size, `${page.file}: headings with one address`).toBe(anchors.length);
  }
});

test("every link of a document leads to a page, a heading, a file or another site", async () => {
  const target = await docTarget();
  const lost: string[] = [];
  for (const page of await docPages()) {
    for (const href of links(page.tokens)) {
      const to = target(href);
      const [path = "", anchor] = (to ?? "").split("#");
      const slug = /^\/docs\/([\w-]+)$/.exec(path)?.[1] ?? (path === "" ? page.slug : undefined);
      const isHeading =
        anchor === undefined ||
        slug === undefined ||
        (await docPage(slug))?.sections.some((section) => section.anchor === anchor) === true;
      if (to === undefined || !isHeading) lost.push(`${page.file}: ${href}`);
    }
  }
  // An operator reads the settings where the service is installed.
  expect(lost.filter((one) => !one.endsWith("../settings.md"))).toEqual([]);
});

test("addresses of this installation stand in the documents", async () => {
  const { baseUrl } = config();
  expect((await docPage("bot"))?.markdown).toContain(`${baseUrl}/api/bot/v1`);
  expect(await docFile("bot.md")).toBe((await docPage("bot"))?.markdown);
});

test.each([
  ["X-Svc-Signature", "webhooks"],
  ["place_order", "venue"],
  ["refresh_token", "oauth"],
  ["known_at", "catalysts"],
])("%s is found in %s", async (query, slug) => {
  const { matches } = await searchDocs(query);
  expect(matches.map((match) => match.slug)).toContain(slug);
  const match = matches.find((one) => one.slug === slug);
  expect(`${match?.title} ${match?.excerpt}`.toLowerCase()).toContain(query.toLowerCase());
});

test.each([
  ["rotate webhook secret", "webhooks"],
  ["how do I cancel an order", "venue"],
  ["idempotency", "venue"],
  ["websocket", "streams"],
  ["testnet", "swaps"],
  ["webhok signatur", "webhooks"],
  ["ohlcv", "streams"],
])(
  "a question in the words of its reader, %s, leads to %s among the first five",
  async (query, slug) => {
    const { matches } = await searchDocs(query);
    expect(matches.slice(0, 5).map((match) => match.slug)).toContain(slug);
  },
);

test("all words occur where some section has them all; otherwise most, and it says so", async () => {
  const all = await searchDocs("delivery attempts");
  expect([all.matches[0]?.slug, all.hasAll]).toEqual(["webhooks", true]);
  const most = await searchDocs("webhook signature zebra");
  expect([most.matches[0]?.slug, most.hasAll]).toEqual(["webhooks", false]);
  expect((await searchDocs("webhooks zebra")).matches).toEqual([]);
});

test.each(["", "   ", "(", "*", "a".repeat(10_000), "zebra<script>"])(
  "an odd query, %j, finds nothing",
  async (query) => {
    expect((await searchDocs(query)).matches).toEqual([]);
  },
);

test("only documents, programs and vectors are served", async () => {
  const files = await docFiles();
  expect(files).toContain("clients/python/example.py");
  expect(files).toContain("clients/typescript/src/venue-client.ts");
  expect(files).toContain("ccxt/svc.mjs");
  expect(files).toContain("javascript/demo-wallet.mjs");
  expect(files).toContain("vectors/operations.json");
  expect([...files].filter((file) => file.includes(".test."))).toEqual([]);
  for (const path of [
    "../settings.md",
    "../../package.json",
    "/etc/passwd",
    "clients/python",
    "clients/typescript/src/venue-client.test.ts",
    "clients/../package.json",
    "%2e%2e/settings.md",
    "constructor",
  ]) {
    expect(await docFile(path), path).toBeUndefined();
  }
});

test("llms.txt lists every document, and its links lead to files that are served", async () => {
  const text = await llmsText();
  const files = await docFiles();
  const listed = [...text.matchAll(/\/docs\/files\/(\S+?)\)/g)].map(([, path]) => path);
  expect(new Set(listed)).toEqual(files);
  expect(text).toMatch(/^# API of \S+\n\n> /);
});
