/** A page whose text nodes another program replaces, as translators do, goes on showing what React writes. */
import { setImmediate as turn } from "node:timers/promises";
import { act, createElement, Fragment } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchText } from "./watch-text.ts";

let root: Root;
let stop: () => void;
let container: HTMLElement;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
  stop = watchText();
});
afterEach(() => {
  act(() => root.unmount());
  stop();
  vi.unstubAllGlobals();
});

type Shown = { price: string; note?: string | undefined; row?: boolean };

/** A text beside another one, alone in its element, and one that comes and goes. */
function show({ price, note, row = false }: Shown): void {
  const line = createElement("p", { key: "line" }, "Price ", price, " USDC", note);
  const alone = createElement("b", { key: "alone" }, price);
  const more = row ? createElement("i", { key: "more" }, "more") : null;
  act(() => root.render(createElement(Fragment, null, "Mark ", more, line, alone)));
}

function eachText(change: (text: Text) => void): void {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) change(text);
}

const TRANSLATORS: [string, (text: Text) => void][] = [
  [
    "puts an element with its own text in the place of each",
    (text) => {
      const font = document.createElement("font");
      font.textContent = `<${text.data}>`;
      text.replaceWith(font);
    },
  ],
  [
    "moves each into an element",
    (text) => {
      const font = document.createElement("font");
      text.replaceWith(font);
      font.append(text);
    },
  ],
  [
    "adds its own text and then removes each",
    (text) => {
      const font = document.createElement("font");
      font.textContent = `<${text.data}>`;
      text.before(font);
      text.remove();
    },
  ],
];

/** The page hears of changes after the code that made them has run, and loads its reaction at the first one. */
async function flushChanges(): Promise<void> {
  await import("./replaced-text.ts");
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

test.each(TRANSLATORS)("figures move when a translator %s", async (_, replace) => {
  show({ price: "1" });
  eachText(replace);
  await flushChanges();
  show({ price: "2" });
  expect(container.querySelector("p")!.textContent).toContain("2");
  expect(container.querySelector("p")!.textContent).not.toContain("1");
  expect(container.querySelector("b")!.textContent).toBe("2");
  eachText(replace);
  await flushChanges();
  eachText(replace);
  await flushChanges();
  show({ price: "3" });
  expect(container.querySelector("p")!.textContent).toContain("3");
  expect(container.querySelector("p")!.textContent).not.toContain("2");
});

test.each(TRANSLATORS)("parts come and go when a translator %s", async (_, replace) => {
  show({ price: "1", note: " late" });
  eachText(replace);
  await flushChanges();
  show({ price: "1", row: true });
  expect(container.textContent).not.toContain("late");
  expect(container.textContent).toContain("more");
  eachText(replace);
  await flushChanges();
  show({ price: "1", note: " early" });
  expect(container.textContent).toContain("early");
  expect(container.textContent).not.toContain("more");
});

test("what React does not write to stays translated", async () => {
  show({ price: "1" });
  eachText(TRANSLATORS[0]![1]);
  await flushChanges();
  show({ price: "2" });
  expect(container.querySelector("p")!.textContent).toBe("<Price >2< USDC>");
});
