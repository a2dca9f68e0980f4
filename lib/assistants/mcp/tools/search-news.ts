import { z } from "zod";
import { searchNews as readNews } from "#lib/catalysts/news/search-news.ts";
import { NewsItem, NewsListQuery } from "#lib/protocol/wire/catalysts.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import { UNTRUSTED, untrustedItem } from "./_catalysts.ts";
import { assetSymbol, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const MOST = 100;

export const searchNews = defineTool({
  name: "search_news",
  title: "Search News",
  description: `Searches news items by words, asset or time, the newest first. Each has its type, sentiment, assets and catalyst. For events with confirmed sources use list_catalysts. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Words that must all occur in headline or summary"),
    asset: assetSymbol.optional().describe("Only about this asset, by symbol, such as BTC"),
    from: instant.optional().describe("Learned of at this time or later, ISO 8601"),
    to: instant.optional().describe("Learned of before this time, ISO 8601"),
    limit: z.int().min(1).max(MOST).default(20).describe("Most items of a page"),
    cursor: z.string().max(200).optional().describe("The next of the page before"),
  }),
  output: z.strictObject({
    items: z.array(
      NewsItem.omit({ headline: true, summary: true, url: true, publisher: true }).extend({
        untrusted_text: untrustedItem,
      }),
    ),
    next: z.string().nullable(),
  }),
  run: async (_context, args) => {
    const query = NewsListQuery.parse(args);
    const { results, next } = await readNews({ input: { query } });
    const items = results.map(({ headline, summary, url, publisher, ...item }) => ({
      ...item,
      untrusted_text: { headline, summary, url, publisher },
    }));
    return { items, next };
  },
});
