/** GET → a document of the API as Markdown, or a program or vectors beside it, as text. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { docFile } from "#lib/machines/docs/documents.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  { credential: "public", params: z.object({ path: z.array(z.string()).min(1) }) },
  async ({ input: { params } }) => {
    const content = await docFile(params.path.join("/"));
    if (content === undefined) throw new ServiceError("NOT_FOUND");
    // As text, so that a browser shows the program and runs nothing.
    return new Response(content, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "public, max-age=300",
      },
    });
  },
);
