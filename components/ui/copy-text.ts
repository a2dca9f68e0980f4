import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "./notify.ts";

/** Copies a text, shows a toast with the result, and returns whether it worked. */
export async function copyText(value: string, done?: string): Promise<boolean> {
  const text = clientText("ui");
  try {
    await navigator.clipboard.writeText(value);
    notify({ tone: "neutral", text: done ?? text("copied") });
    return true;
  } catch {
    notify({ tone: "bad", text: text("copyFailed"), keep: false });
    return false;
  }
}
