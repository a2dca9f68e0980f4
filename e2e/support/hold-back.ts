/** Withholds code that a page loads later. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const CHUNKS = ".next/static/chunks";

/** Blocks every script of the build that contains this text, until the returned function is called. */
export async function holdBack(page: Page, text: string): Promise<() => void> {
  const names = chunksWith(text);
  let isHeld = true;
  await page.route(
    (url) => names.includes(url.pathname.split("/").at(-1) ?? ""),
    (route) => (isHeld ? route.abort() : route.continue()),
  );
  return () => {
    isHeld = false;
  };
}

/** Delays those scripts (all scripts for an empty text) until the returned function is called. */
export async function slowDown(page: Page, text: string): Promise<() => void> {
  const names = chunksWith(text);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(
    (url) => names.includes(url.pathname.split("/").at(-1) ?? ""),
    async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    },
  );
  return () => resolve(undefined);
}

function chunksWith(text: string): string[] {
  const names = readdirSync(CHUNKS).filter(
    (name) => name.endsWith(".js") && readFileSync(join(CHUNKS, name), "utf8").includes(text),
  );
  expect(names).not.toEqual([]);
  return names;
}
