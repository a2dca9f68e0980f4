import { afterEach, expect, test, vi } from "vitest";
import { openOwnWindow } from "./own-window.ts";

afterEach(() => void vi.unstubAllGlobals());

test("a page of another party in the window cannot reach this page", () => {
  const opened = { opener: {} };
  const open = vi.fn<(url: string, target: string) => object>(() => opened);
  vi.stubGlobal("window", { open });
  expect(openOwnWindow()).toBe(opened);
  expect(opened.opener).toBeNull();
  // With "noopener" the browser would return no window to control.
  expect(open).toHaveBeenCalledWith("about:blank", "_blank");
});

test("the window may be missing", () => {
  vi.stubGlobal("window", { open: () => null });
  expect(openOwnWindow()).toBeNull();
});
