/** GET → the index of the documents for language models (llmstxt.org). */
import { llmsText } from "#lib/machines/docs/llms-text.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  { credential: "public" },
  async () =>
    new Response(await llmsText(), {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "public, max-age=300",
      },
    }),
);
