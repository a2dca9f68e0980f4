import { expect, test } from "vitest";
import { notify } from "#components/ui/notify.ts";
import { ToastQueue } from "./toast-queue.ts";

const textsOf = (queue: ToastQueue, isDialogOpen: boolean) =>
  queue.take(isDialogOpen).map(({ text }) => text);

test("each toast is shown once, in order", () => {
  const queue = new ToastQueue();
  queue.take(false);
  notify({ tone: "good", text: "one" });
  notify({ tone: "bad", text: "two" });
  expect(textsOf(queue, false)).toEqual(["one", "two"]);
  expect(textsOf(queue, false)).toEqual([]);
});

test("what the page shows itself is no toast", () => {
  const queue = new ToastQueue();
  queue.take(false);
  notify({ tone: "good", text: "bought", quiet: true });
  notify({ tone: "good", text: "cancelled" });
  expect(textsOf(queue, false)).toEqual(["cancelled"]);
});

test("while a dialog is open only failures are shown, and the rest follows when it closes", () => {
  const queue = new ToastQueue();
  queue.take(false);
  notify({ tone: "good", text: "filled" });
  notify({ tone: "bad", text: "refused" });
  expect(textsOf(queue, true)).toEqual(["refused"]);
  expect(textsOf(queue, true)).toEqual([]);
  notify({ tone: "neutral", text: "later" });
  expect(textsOf(queue, true)).toEqual([]);
  expect(textsOf(queue, false)).toEqual(["filled", "later"]);
});
