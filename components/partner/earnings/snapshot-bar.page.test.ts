/** The snapshot of the page: its moment with date and zone, and the link that keeps it. */
import { createElement, useSyncExternalStore } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  find,
  followAddress,
  goTo,
  press,
  type Shown,
  show,
} from "#components/partner/page.testing.ts";
import { raisedAfter } from "#components/ui/notify.ts";
import { until } from "#components/ui/until.testing.ts";
import { SnapshotBar } from "./snapshot-bar.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => "/partner",
  useSearchParams: () =>
    new URLSearchParams(useSyncExternalStore(followAddress, () => window.location.search)),
}));

const LIVE = { isStale: false, error: undefined, loading: false, refresh: () => {} };

let shown: Shown;
afterEach(() => {
  shown.leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("names its moment with date and zone, and copies a link that keeps it, and says so", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  goTo("?range=1y");
  shown = show(createElement(SnapshotBar, { summary: LIVE, isSimulated: false }));
  expect(find("[data-snapshot]").textContent).toContain("As of 1 Mar 2026, 09:00:00 (UTC)");
  press("button", "Pin");
  const search = "?range=1y&at=2026-03-01T09%3A00%3A00.000Z&seq=18211";
  expect(window.location.search).toBe(search);
  expect(find("[data-snapshot]").textContent).toContain("Pinned: this snapshot does not change");
  await until(() => expect(writeText).toHaveBeenCalledWith(window.location.href));
  expect(writeText.mock.calls[0]?.[0]).toContain(search);
  expect(raisedAfter(0).at(-1)?.text).toBe("The link to these figures was copied.");
  press("button", "Show live figures");
  expect(window.location.search).toBe("?range=1y");
});
