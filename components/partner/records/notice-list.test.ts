import { expect, it } from "vitest";
import type { PartnerNotice } from "#lib/protocol/wire/partner.ts";
import { mergeNotices } from "./notice-list.ts";

const notice = (id: string, minute: number, read_at: string | null): PartnerNotice => ({
  id,
  kind: "level_up",
  at: `2026-03-01T09:0${minute}:00.000Z`,
  data: {},
  read_at,
});
const READ = "2026-03-01T10:00:00.000Z";

it("a new notice above does not push an old one out of the list", () => {
  const first = mergeNotices([], [notice("b", 2, READ), notice("a", 1, READ)]);
  const later = mergeNotices(first, [notice("c", 3, null), notice("b", 2, READ)]);
  expect(later.map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

it("a notice that was shown as unread keeps its mark after it is read, and no other gets one", () => {
  const shown = mergeNotices([], [notice("b", 2, null), notice("a", 1, READ)]);
  const after = mergeNotices(shown, [notice("b", 2, READ), notice("a", 1, READ)]);
  expect(after.map(({ id, isNew, read_at }) => [id, isNew, read_at])).toEqual([
    ["b", true, READ],
    ["a", false, READ],
  ]);
});
