/** Day fields that are typed into while the page follows: what was typed stays. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DaySpan } from "./day-span.tsx";

vi.mock("#components/i18n/i18n-provider.tsx", () => ({
  useText: () => (key: string) => key,
}));

type Days = { fromDay: string | undefined; toDay: string | undefined };

let root: Root;
let changes: Days[];
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
  changes = [];
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function show(days: Days): void {
  const onChange = (next: Days) => void changes.push(next);
  act(() => root.render(createElement(DaySpan, { ...days, onChange, className: "" })));
}
const from = () => document.querySelectorAll("input")[0]!;
function type(value: string): void {
  act(() => {
    // React notices a change by its own setter of the element.
    Reflect.set(HTMLInputElement.prototype, "value", value, from());
    from().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const CHOSEN = { fromDay: "2025-11-27", toDay: "2026-11-27" };

test("a choice of its own that comes late does not undo the digits typed since", () => {
  show(CHOSEN);
  type("2025-03-27");
  type("2025-03-05");
  type("0002-03-05");
  expect(changes.map(({ fromDay }) => fromDay)).toEqual(["2025-03-27", "2025-03-05"]);
  for (const days of changes) show(days);
  expect(from().value).toBe("0002-03-05");
  type("2026-03-05");
  expect(changes.at(-1)).toEqual({ fromDay: "2026-03-05", toDay: "2026-11-27" });
});

test("a choice from elsewhere replaces what was typed", () => {
  show(CHOSEN);
  type("2025-03-27");
  type("0002-03-27");
  show({ fromDay: "2026-01-01", toDay: "2026-02-01" });
  expect(from().value).toBe("2026-01-01");
});
