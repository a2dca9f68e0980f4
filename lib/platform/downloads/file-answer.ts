/** A file that is produced while it is downloaded. See docs/decisions/019-csv-file-is-complete-or-fails.md. */
import type { Download } from "./one-at-a-time.ts";
import { forSpreadsheet, spreadsheetOf } from "./spreadsheet.ts";

export type MadeFile = {
  download: Download;
  request: Request;
  /** Parts of the file in order, none of them empty. */
  parts: AsyncIterator<string, void>;
  headers: HeadersInit;
};

/**
 * Of CSV the request may ask for the form of spreadsheets (spreadsheet.ts). Answers 200 once the first part is ready, and produces each further part when the previous one was sent. A later failure aborts the
 * connection, so that no browser takes a partial file for the whole.
 * @throws whatever the first part throws
 */
export async function answerFile(file: MadeFile): Promise<Response> {
  const { download, request, headers } = file;
  const language = spreadsheetOf(request);
  const parts = language === undefined ? file.parts : forSpreadsheet(file.parts, language);
  try {
    request.signal.addEventListener("abort", download.end, { once: true });
    if (request.signal.aborted) download.end();
    // The client is gone.
    if (request.method === "HEAD") {
      download.end();
      return new Response(null, { headers });
    }
    const first = await parts.next();
    return new Response(bodyOf(first, { download, parts }), { headers });
  } catch (error) {
    download.end();
    throw error;
  }
}

function bodyOf(
  first: IteratorResult<string, void>,
  { download, parts }: Pick<MadeFile, "download" | "parts">,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let held: IteratorResult<string, void> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          download.taken();
          const part = held ?? (await parts.next());
          held = undefined;
          if (part.done !== true) return controller.enqueue(encoder.encode(part.value));
          download.end();
          controller.close();
        } catch (error) {
          download.end();
          controller.error(error);
        }
      },
      cancel: download.end,
    },
    { highWaterMark: 0 },
  );
}

/** Produces the next part while the current one is sent. */
export async function* madeAhead<Part>(
  parts: AsyncIterator<Part, void>,
): AsyncGenerator<Part, void> {
  const begin = () => {
    const next = parts.next();
    // It may fail before it is awaited; the error surfaces when the part is requested.
    next.catch(() => undefined);
    return next;
  };
  let next = begin();
  for (;;) {
    const part = await next;
    if (part.done === true) return;
    next = begin();
    yield part.value;
  }
}

/** `name`: of ASCII letters, digits, dots and hyphens. */
export function fileHeaders({
  type,
  name,
}: {
  type: string;
  name: string;
}): Record<string, string> {
  return {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    // No proxy may compress it: one that buffers would hold the whole file.
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
}

/** `20260131T120000Z`: without the colons that file systems refuse. `time` in Unix milliseconds. */
export function fileTime(time: number): string {
  return new Date(time).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
}
