/** What documents show for pasting can be run: the runner misses no block, names what fails, and pages and documents show the same. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { oauthCalls } from "#components/machines/developers/oauth-calls.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import { type Block, blocksOf, isIn, KEPT, skipReason } from "#e2e/outside/snippets/blocks.ts";
import { markdownDocuments, pageDocuments, ROOT } from "#e2e/outside/snippets/documents.ts";
import { readDocument } from "#e2e/outside/snippets/reader.ts";

const ADDRESSES = {
  baseUrl: "https://svc.example",
  venueUrl: "https://venue.example",
  sandboxUrl: "https://sandbox.example",
};
const documents = [...markdownDocuments(), ...pageDocuments(ADDRESSES)];
const all = documents.flatMap(({ blocks }) => blocks);

describe("blocks", () => {
  test("have their line, and lose the indent of a list", () => {
    const markdown =
      "# One\n\n1. Two:\n\n   ```sh\n   echo 1\n     echo 2\n   ```\n\n```json\n{}\n```\n";
    expect(blocksOf("one.md", markdown)).toEqual([
      { location: "one.md:5", language: "sh", text: "echo 1\n  echo 2\n" },
      { location: "one.md:10", language: "json", text: "{}\n" },
    ]);
  });

  test.each(["", "bash", "console"])("that name %j as their language are refused", (name) => {
    expect(() => blocksOf("one.md", `\`\`\`${name}\nls\n\`\`\`\n`)).toThrow("one.md:1");
  });

  test("are found in every document, as many as there are fences", () => {
    for (const { name, blocks } of markdownDocuments()) {
      const fences = readFileSync(join(ROOT, name), "utf8").match(/^ *```/gm)?.length ?? 0;
      expect(blocks.length * 2, name).toBe(fences);
    }
  });

  test("that are JSON can be read", () => {
    for (const { location, text } of all.filter(({ language }) => language === "json"))
      expect(() => void JSON.parse(text), location).not.toThrow();
  });

  test("that are not run are blocks, and each has a reason", () => {
    for (const { document, starts, reason } of KEPT) {
      const found = all.filter(
        ({ location, text }) => isIn(location, document) && text.startsWith(starts),
      );
      expect(found.length, `${document}: ${starts}`).toBeGreaterThan(0);
      expect(reason).not.toBe("");
    }
    const shells = all.filter(({ language }) => language === "sh");
    expect(shells.filter((block) => skipReason(block) !== undefined)).toHaveLength(6);
  });
});

test("docs/api/oauth.md shows the steps of /developers", () => {
  const shown = all.filter(({ location }) => isIn(location, "docs/api/oauth.md"));
  expect(shown.map(({ text }) => text)).toEqual(oauthCalls("{base_url}").map(({ text }) => text));
});

describe("a reader", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "reader-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const node = { path: process.execPath, runsTypes: true };
  const read = (texts: readonly string[], more: { app?: string; expected?: RegExp[] } = {}) => {
    const { app = "http://127.0.0.1:9", expected = [] } = more;
    const outside = { app, venue: app, sandbox: app, folder, log: () => undefined };
    const blocks = texts.map(
      (text, index): Block => ({ location: `one.md:${10 * index + 1}`, language: "sh", text }),
    );
    const document = { name: "one.md", blocks, needsWallet: false, expected };
    return readDocument(outside as unknown as Outside, document, node);
  };

  test("pastes all blocks into one shell, with this Node and the addresses of the run", async () => {
    const expected = [/^7 http:\/\/127\.0\.0\.1:9\/x$/m, new RegExp(`^${process.version}$`, "m")];
    const texts = ["x=7\n", 'echo "$x {base_url}/x"\nnode --version\n'];
    expect(await read(texts, { expected })).toBe("2 blocks");
  });

  test("stops at the first command that fails, and names document and line", async () => {
    await expect(read(["true\n", "true\nfalse\necho no\n"])).rejects.toThrow(
      "one.md:11, line 2 of the block: false",
    );
  });

  test("misses what a document has to show", async () => {
    await expect(read(["echo 1\n"], { expected: [/2/] })).rejects.toThrow("shows no /2/");
  });

  test("sees a refusal, although curl itself ends well with it", async () => {
    const server = createServer((_, response) => response.writeHead(401).end("{}"));
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(read(["curl {base_url}/\n"], { app })).rejects.toThrow("one.md:1, line 1");
    server.close();
  });
});
