/** Scripts of a first visit of each page, gzipped, next to those of an almost empty page of the same build. */
import { budgetVisits } from "#scripts/dev/checks/budget-visits.ts";
import { PAGE_BUDGETS } from "#scripts/dev/checks/page-budgets.ts";
import { measureScripts } from "#scripts/dev/checks/page-scripts.ts";
import type { Bench } from "./bench.ts";
import { result } from "./goals.ts";

const EMPTY = "/no-such-page";

export const sizes: Bench = async ({ stack }) => {
  const { app } = stack.endpoints;
  const [empty, ...pages] = await measureScripts([
    { url: app + EMPTY },
    ...(await budgetVisits(app)),
  ]);
  const least = (empty?.bytes ?? Number.NaN) / 1_024;
  result(`JS of ${EMPTY}, the empty page`, least, "KB");
  for (const [index, { path, limitKb }] of PAGE_BUDGETS.entries()) {
    const { bytes, count } = pages[index] ?? { bytes: Number.NaN, count: 0 };
    const kilobytes = bytes / 1_024;
    const name = `JS of ${path} (${count} scripts, ${(kilobytes / least).toFixed(2)} × the empty page)`;
    result(name, kilobytes, "KB", { most: limitKb });
  }
};
