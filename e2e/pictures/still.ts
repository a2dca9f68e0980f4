/**
 * A page without the parts that change from one run to the next: canvases, digits, identifiers, and the direction of
 * the market.
 */
import type { Page } from "@playwright/test";

/** Replaces the page by a copy of itself that no script reaches, so that nothing moves in the picture. */
export async function stillOf(page: Page): Promise<Buffer> {
  await page.evaluate(() => {
    const same = (text: string): string =>
      text
        .replace(/\b[1-9A-HJ-NP-Za-km-z]{4,}…[1-9A-HJ-NP-Za-km-z]{4,}\b/g, "xxxx…xxxx")
        .replace(/\b(?=\w*\d)\w{10,}\b/g, "xxxxxxxxxx")
        .replace(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, "Mon")
        .replace(/[+−-](?=\$?\d)/g, "")
        .replace(/\d+(?:[.,]\d+)*/g, "0")
        .replaceAll("▼", "▲");
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest("style, script")) continue;
      node.nodeValue = same(node.nodeValue ?? "");
    }
    for (const input of copy.querySelectorAll("input")) {
      input.placeholder = same(input.placeholder);
      if (input.hasAttribute("value")) input.setAttribute("value", same(input.value));
    }
    // Bars whose length is a share of the market.
    for (const bar of copy.querySelectorAll<HTMLElement>("[style*='%']")) {
      if (bar.style.width.endsWith("%")) bar.style.width = "50%";
      if (bar.style.inlineSize.endsWith("%")) bar.style.inlineSize = "50%";
      if (bar.style.transform !== "") bar.style.transform = "none";
    }
    const rules = document.createElement("style");
    rules.textContent = `
      canvas, svg.recharts-surface, [data-sonner-toaster] { visibility: hidden !important }
      *, *::before, *::after { animation: none !important; transition: none !important }
      * { --down: var(--up) !important; --down-soft: var(--up-soft) !important; --down-strong: var(--up-strong) !important }
    `;
    copy.querySelector("head")?.append(rules);
    document.documentElement.replaceWith(copy);
  });
  return page.screenshot({ animations: "disabled", caret: "hide" });
}
