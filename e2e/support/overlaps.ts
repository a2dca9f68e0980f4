/** Looks for what is in the way: covered controls, table values below sticky cells, and toasts over a confirmation. */
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

type Size = { width: number; height: number };

type OverlapOptions = {
  /** A selector: the controls in there may be below a toast. */
  toastArea?: string;
};

/** One failed state does not hide the others: each is reported, with its overlaps. */
const report = expect.configure({ soft: true, timeout: 15_000 });

/** Shows the state in each size. What is being laid out may overlap for a moment. */
export async function expectNoOverlaps(
  page: Page,
  state: string,
  sizes: readonly Size[] = SIZES,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await report.poll(() => overlapsIn(page), `${state} at ${size.width}`).toEqual([]);
  }
}

/** The same in the present size, as long as there is a toast. */
export async function expectToastInNoWay(
  page: Page,
  state: string,
  options: OverlapOptions = {},
): Promise<void> {
  const findings = async () => {
    const found = await overlapsIn(page, options);
    return (await page.locator("[data-sonner-toast]").count()) > 0 ? found : ["no toast is shown"];
  };
  await report.poll(findings, state).toEqual([]);
}

/** The overlaps on the page as it is, a sentence each. Empty when there are none. */
export async function overlapsIn(page: Page, options: OverlapOptions = {}): Promise<string[]> {
  return page.evaluate(findOverlaps, options);
}

/** Runs in the page, without access to the scope of this module. */
async function findOverlaps({ toastArea }: OverlapOptions): Promise<string[]> {
  type Box = { left: number; top: number; right: number; bottom: number };
  const CONTROLS =
    "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=slider], [role=combobox], [role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]";
  const LAYERS = "dialog[open], [role=dialog], [role=alertdialog], [role=menu], :popover-open";
  const CELLS = "td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]";
  /** Less than this of an element, in px, is the edge of what scrolled away. */
  const LEAST = 4;

  // A new width is known to the page after a frame, and drawn after another.
  for (let frames = 0; frames < 2; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const passing = document
    .getAnimations()
    // One that follows a scroll position never finishes.
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));

  const below = (root: ParentNode): Element[] =>
    [...root.querySelectorAll("*")].flatMap((element) =>
      element.shadowRoot ? [element, ...below(element.shadowRoot)] : [element],
    );
  const everything = below(document);
  /** The element and its ancestors, out of shadow roots as well. */
  const lineage = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let at: Element | undefined = element; at; ) {
      found.push(at);
      const root: Node = at.getRootNode();
      at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
    }
    return found;
  };
  const has = (element: Element, selector: string) =>
    lineage(element).find((one) => one.matches(selector));
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const boxOf = (element: Element): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const common = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const isLarge = ({ left, top, right, bottom }: Box, least: number) =>
    right - left >= least && bottom - top >= least;
  const meet = (one: Box, other: Box) => isLarge(common(one, other), 1);

  /** The part of the window in which an element can be seen: inside everything that clips it. */
  const sightOf = (element: Element): Box => {
    let sight: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let { position } = getComputedStyle(element);
    for (const parent of lineage(element).slice(1)) {
      if (position === "fixed") break;
      const style = getComputedStyle(parent);
      const isPassed =
        position === "absolute" &&
        style.position === "static" &&
        style.transform === "none" &&
        style.translate === "none";
      if (isPassed) continue;
      position = style.position;
      if (style.overflow.includes("visible") || parent === document.documentElement) continue;
      if (parent === document.body) continue;
      const { left, top } = parent.getBoundingClientRect();
      const inner = { left: left + parent.clientLeft, top: top + parent.clientTop };
      const { clientWidth, clientHeight } = parent;
      sight = common(sight, {
        ...inner,
        right: inner.left + clientWidth,
        bottom: inner.top + clientHeight,
      });
    }
    return sight;
  };
  const hitAt = (x: number, y: number): Element | undefined => {
    let hit = document.elementFromPoint(x, y) ?? undefined;
    for (let inner = hit; inner; ) {
      inner = hit?.shadowRoot?.elementFromPoint(x, y) ?? undefined;
      if (inner === hit) break;
      hit = inner ?? hit;
    }
    return hit;
  };

  const shorten = (text: string) => {
    const line = text.replaceAll(/\s+/g, " ").trim();
    return line.length > 48 ? `${line.slice(0, 47)}…` : line;
  };
  const nameOf = (element: Element) => {
    const field = element as Partial<HTMLInputElement>;
    const heading = element.getAttribute("aria-labelledby");
    const root = element.getRootNode() as Document | ShadowRoot;
    return shorten(
      element.getAttribute("aria-label") ??
        (heading ? root.getElementById(heading)?.textContent : undefined) ??
        (field.labels?.[0]?.textContent || element.textContent || element.getAttribute("title")) ??
        "",
    );
  };
  const toastOf = (element: Element) => has(element, "[data-sonner-toast]");
  const layerOf = (element: Element) => has(element, LAYERS);
  const isStuck = (element: Element) => getComputedStyle(element).position === "sticky";
  /** The whole that a person sees where this element is, and what it is called. */
  const wholeOf = (element: Element): { part: Element; kind: string } => {
    const toast = toastOf(element);
    if (toast) return { part: toast, kind: "toast" };
    const control = has(element, CONTROLS);
    if (control) {
      const role = control.getAttribute("role") ?? control.tagName.toLowerCase();
      return { part: control, kind: role === "a" ? "link" : role };
    }
    const cell = lineage(element).find((one) => one.matches(CELLS) && isStuck(one));
    if (cell) return { part: cell, kind: "sticky cell" };
    const layer = layerOf(element);
    if (layer) return { part: layer, kind: layer.getAttribute("role") ?? "dialog" };
    const label = has(element, "[data-line-label]");
    if (label) return { part: label, kind: "line label" };
    return { part: element, kind: element.tagName.toLowerCase() };
  };
  const written = ({ left, top, right, bottom }: Box) =>
    `${Math.round(left)},${Math.round(top)} ${Math.round(right - left)}×${Math.round(bottom - top)}`;
  const findings = new Set<string>();
  const note = (cover: Element, covered: Element, box: Box = boxOf(covered)) => {
    const [over, under] = [wholeOf(cover), wholeOf(covered)];
    findings.add(
      `${over.kind} '${nameOf(over.part)}' covers ${under.kind} '${nameOf(under.part)}' (${written(boxOf(over.part))} over ${written(box)})`,
    );
  };

  // Below an open dialog, menu or popover the page is covered on purpose. The last one in the document is on top.
  const layers = everything.filter((element) => element.matches(LAYERS) && isShown(element));
  const top = layers.at(-1);
  const isOffered = (element: Element) =>
    !has(element, "[inert], [aria-hidden=true]") && (!top || lineage(element).includes(top));

  /** The element that a person presses: the label of an invisible box, else the control itself. */
  const targetOf = (control: Element): Element | undefined => {
    if (isShown(control) && isLarge(boxOf(control), LEAST)) return control;
    const label = (control as Partial<HTMLInputElement>).labels?.[0];
    return label && isShown(label) && control.matches("[type=checkbox], [type=radio]")
      ? label
      : undefined;
  };
  const reaches = (hit: Element, target: Element) =>
    lineage(hit).some(
      (one) => one === target || (one instanceof HTMLLabelElement && one.control === target),
    );
  const coverOf = (target: Element): Element | undefined => {
    const sight = sightOf(target);
    const { display, borderTopLeftRadius } = getComputedStyle(target);
    const boxes = display === "inline" ? [...target.getClientRects()] : [boxOf(target)];
    for (const box of boxes) {
      const { left, top: upper, right, bottom } = common(box, sight);
      if (!isLarge({ left, top: upper, right, bottom }, LEAST)) continue;
      const [middle, centre] = [(left + right) / 2, (upper + bottom) / 2];
      const radius = Math.min(Number.parseFloat(borderTopLeftRadius) || 0, (bottom - upper) / 2);
      const inset = Math.min(1.5 + radius * 0.3, (right - left) / 2, (bottom - upper) / 2);
      const points = [
        [middle, centre],
        [left + inset, upper + inset],
        [right - inset, upper + inset],
        [left + inset, bottom - inset],
        [right - inset, bottom - inset],
      ] as const;
      for (const [index, [x, y]] of points.entries()) {
        const hit = hitAt(x, y);
        if (!hit || reaches(hit, target)) continue;
        // Outside a rounded corner is the background of the control.
        if (index > 0 && lineage(target).includes(hit)) continue;
        return hit;
      }
    }
    return undefined;
  };
  /** Whether a bar or a sticky cell leaves the target when a person scrolls it to the middle. */
  const isFreedByScrolling = (target: Element): boolean => {
    const before = lineage(target).map((element) => {
      const { scrollLeft: left, scrollTop: upper } = element;
      return { element, left, upper };
    });
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    // Only a script scrolls what is hidden.
    const isByScript = before.some(({ element, left, upper }) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return (
        (overflowX === "hidden" && element.scrollLeft !== left) ||
        (overflowY === "hidden" && element.scrollTop !== upper)
      );
    });
    const isFree = !isByScript && coverOf(target) === undefined;
    for (const { element, left, upper } of before) {
      element.scrollTo({ left, top: upper, behavior: "instant" });
    }
    return isFree;
  };
  const isBar = (element: Element) =>
    lineage(element).some((one) => ["fixed", "sticky"].includes(getComputedStyle(one).position));

  const toasts = everything.filter(
    (one): one is HTMLElement =>
      one.matches("[data-sonner-toast]:not([data-removed=true])") && isShown(one),
  );
  // A modal dialog makes the rest transparent to the pointer: a toast above it would not be hit.
  for (const { style } of toasts) style.setProperty("pointer-events", "auto", "important");

  const controls = everything.filter((element) => element.matches(CONTROLS) && isOffered(element));
  const targets = controls
    .map(targetOf)
    .filter((target) => target !== undefined)
    .filter((target) => getComputedStyle(target).pointerEvents !== "none");
  for (const target of targets) {
    const cover = coverOf(target);
    if (!cover || (toastOf(cover) && toastArea && has(target, toastArea))) continue;
    const isFixed = toastOf(cover) ?? layerOf(cover);
    if (isFixed || !isBar(cover) || !isFreedByScrolling(target)) note(cover, target);
  }

  /** The box of the text in a cell, as far as it can be seen. */
  const textOf = (cell: Element): Box | undefined => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const sight = common(sightOf(cell), boxOf(cell));
    const seen = [...range.getClientRects()].map((rect) => common(rect, sight));
    const large = seen.filter((box) => isLarge(box, LEAST));
    return large.length === 0
      ? undefined
      : {
          left: Math.min(...large.map(({ left }) => left)),
          top: Math.min(...large.map((box) => box.top)),
          right: Math.max(...large.map(({ right }) => right)),
          bottom: Math.max(...large.map(({ bottom }) => bottom)),
        };
  };
  /** Whether a person can scroll the content under a sticky cell. */
  const canScroll = (cell: Element, isHeader: boolean): boolean => {
    const scroller = lineage(cell)
      .slice(1)
      .find((element) => getComputedStyle(element).overflow !== "visible");
    if (!scroller) return false;
    const { overflowX, overflowY } = getComputedStyle(scroller);
    return isHeader
      ? /auto|scroll/.test(overflowY) && scroller.scrollHeight > scroller.clientHeight
      : /auto|scroll/.test(overflowX) && scroller.scrollWidth > scroller.clientWidth;
  };
  for (const table of everything.filter((one) => one.matches("table, [role=grid], [role=table]"))) {
    if (!isShown(table) || !isOffered(table)) continue;
    const cells = [...table.querySelectorAll(CELLS)].filter(isShown);
    const sticky = cells.filter(isStuck);
    for (const cell of cells) {
      if (sticky.length === 0) break;
      if (cell.matches("th, [role=columnheader]") || !cell.textContent?.trim()) continue;
      const text = textOf(cell);
      if (!text) continue;
      for (const cover of sticky) {
        if (cover === cell || !meet(common(boxOf(cover), sightOf(cover)), text)) continue;
        if (!canScroll(cover, cover.matches("thead *"))) note(cover, cell, text);
      }
    }
  }

  // A toast is over neither a dialog, nor what sends an order, nor the label of a line in the chart.
  const sends = targets.filter(
    (one) => one.matches("[type=submit]") || /^(Buy|Sell)\b/.test(nameOf(one)),
  );
  const labels = everything.filter(
    (one) => one.matches("[data-line-label]:not([data-unseen])") && isShown(one) && isOffered(one),
  );
  for (const toast of toasts) {
    for (const one of [...layers, ...sends, ...labels]) {
      const both = common(boxOf(toast), common(boxOf(one), sightOf(one)));
      if (!isLarge(both, 1)) continue;
      const hit = hitAt((both.left + both.right) / 2, (both.top + both.bottom) / 2);
      if (hit && toastOf(hit)) note(toast, one);
    }
    toast.style.removeProperty("pointer-events");
  }
  return [...findings].toSorted();
}
