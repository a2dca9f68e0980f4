import { z } from "zod";
import { searchNews as readNews } from "#lib/catalysts/news/search-news.ts";
import { NewsItem, NewsListQuery } from "#lib/protocol/wire/catalysts.ts";
import { UNTRUSTED, untrustedItem } from "./_catalysts.ts";
import { moment, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const MOST = 100;

export const searchNews = defineTool({
  name: "search_news",
  title: "Search News",
  description: `News items that the service has read, the newest first, with what it read in them: type, sentiment, assets, and the catalyst they belong to. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe("Words that all occur"),
    asset: z
      .string()
      .regex(/^[A-Z0-9]{2,12}$/)
      .optional()
      .describe("Symbol of an asset, such as BTC"),
    from: moment.optional().describe("The service learned of it then or later"),
    to: moment.optional().describe("The service learned of it before"),
    limit: z.int().min(1).max(MOST).default(20),
    cursor: z.string().max(200).optional().describe("next of the page before"),
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
