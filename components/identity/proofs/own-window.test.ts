import { afterEach, expect, test, vi } from "vitest";
import { openOwnWindow } from "./own-window.ts";

afterEach(() => void vi.unstubAllGlobals());

test("what another party shows in the window has no way back to this page", () => {
  const opened = { opener: {} };
  const open = vi.fn<(url: string, target: string) => object>(() => opened);
  vi.stubGlobal("window", { open });
  expect(openOwnWindow()).toBe(opened);
  expect(opened.opener).toBeNull();
  // With "noopener" the browser would give no window to steer.
  expect(open).toHaveBeenCalledWith("about:blank", "_blank");
});

test("there may be none", () => {
  vi.stubGlobal("window", { open: () => null });
  expect(openOwnWindow()).toBeNull();
});
