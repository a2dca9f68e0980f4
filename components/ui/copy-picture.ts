/** Copies a canvas as a PNG; saves a file where the browser allows no images on the clipboard. */
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "./notify.ts";
import { saveFile } from "./save-file.ts";

/** `name`: of the file, without its time and ending. */
export async function copyPicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const text = clientText("ui");
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!image) {
    notify({ tone: "bad", text: text("imageFailed") });
    return;
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
    notify({ tone: "good", text: text("imageCopied") });
  } catch {
    const time = new Date().toISOString().slice(0, 19).replaceAll(":", "");
    saveFile(image, `${name}-${time}.png`);
    notify({ tone: "neutral", text: text("imageSaved") });
  }
}
