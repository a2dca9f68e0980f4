import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "./notify.ts";

/** Copies a text and says whether it worked. */
export async function copyText(value: string, done?: string): Promise<void> {
  const text = clientText("ui");
  try {
    await navigator.clipboard.writeText(value);
    notify({ tone: "neutral", text: done ?? text("copied") });
  } catch {
    notify({ tone: "bad", text: text("copyFailed"), keep: false });
  }
}
